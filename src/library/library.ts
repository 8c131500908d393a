/**
 * The compiled library: `src/build/build-writer.ts` writes it and everything else reads it.
 *
 * It has two types and two pairs of files, on purpose. `PublicLibrary` (library.json and .bodies) is all that any
 * caller may see; `PaidLibrary` (paid-library.json and .bodies) has the paid bodies, and only `core/access/access.ts`
 * opens them.
 */

import type { FigureData } from './figure-data.ts';

/** Version of the library's file format: it increases with each change of how the files are read. */
export const libraryFormat = 18;

export type Tier = 'free' | 'paid';

export interface Author {
  id: string;
  name: string;
  /** Full ORCID address, `https://orcid.org/0000-0000-0000-0000`. */
  orcid: string | null;
  url: string | null;
  affiliation: string | null;
  /** URL of the author's page. */
  about: string | null;
}

export interface License {
  /** SPDX identifier. */
  id: string;
  name: string;
  url: string;
}

/** Markdown as the author wrote it and the HTML it renders to. Both hold exactly the same words. */
export interface Body {
  markdown: string;
  html: string;
}

/** A text of an article, public or paid, with the sections that are complete in it and its charts. */
export interface ArticleBody extends Body {
  spans: SectionSpan[];
  /** Absent when it shows none. */
  charts?: FigureData[];
}

/**
 * One section of a body's markdown, its subsections included: indexes of its first character and of the one after its
 * last.
 */
export interface SectionSpan {
  id: string;
  start: number;
  end: number;
  /** `sha256:<hex>` of the section as it is served alone. */
  digest: string;
}

/** The Markdown of one section as it is served alone: without blank lines at its end, and with one line break there. */
export function cutSpan(markdown: string, { start, end }: Pick<SectionSpan, 'start' | 'end'>): string {
  return `${markdown.slice(start, end).trimEnd()}\n`;
}

/** A heading of the whole article, paid part included: headings are public, the words under them may not be. */
export interface OutlineEntry {
  /** 2 for `##`, 3 for `###`. */
  depth: number;
  title: string;
  /** Anchor in the page. */
  id: string;
  words: number;
  isFree: boolean;
}

/** Plain text under one heading, without markup or code; `id` is null before the first heading. */
export interface Section {
  id: string | null;
  heading: string;
  text: string;
}

export interface Question {
  text: string;
  /** Anchor of the section that answers it; null for the article as a whole. */
  sectionId: string | null;
}

export interface Correction {
  /** RFC 3339 full-date. */
  date: string;
  text: string;
}

export interface Version {
  /** The last part of its URL. */
  version: string;
  /** RFC 3339 full-date. */
  date: string;
  /** The changes of the version, in the author's words. */
  text: string;
}

export interface Revision {
  date: string;
  commit: string;
  subject: string;
}

/** One article cited ready-made. */
export interface Citation {
  bibtex: string;
  ris: string;
  apa: string;
  /** One CSL-JSON item. */
  csl: Record<string, unknown>;
}

/** One number of an article, with what it is of. Public, of a paid article too. */
export interface Finding {
  /** The value with its unit: `62.4 %`. */
  value: string;
  text: string;
  /** Anchor of the section that has it; null when none is named. */
  sectionId: string | null;
}

/** A picture or a chart of the free text that stands for the article. */
export interface Cover {
  url: string;
  /** The same picture for the dark scheme. */
  darkUrl: string | null;
  /** A chart is shown whole, because what is cut off could be its values. */
  isWhole?: true;
}

/** A script or data that an article rests on. */
export interface Artifact {
  /** From the repository's root, with forward slashes. */
  file: string;
  title: string;
  /** The command that reproduces what the article says with it; null for data. */
  run: string | null;
  bytes: number;
  /** `sha256:<hex>`. */
  digest: string;
}

export interface SeriesPosition {
  id: string;
  title: string;
  /** 1-based. */
  part: number;
}

export interface PublicArticle {
  id: string;
  slug: string;
  /** Slugs it had before, as the author lists them. */
  aliases: string[];
  title: string;
  description: string;
  tier: Tier;
  /** Its own price in major units; null: the price of the tier. Read it with `findArticlePrice`. */
  price: number | null;
  /** RFC 3339 full-date. */
  date: string;
  updated: string | null;
  authors: Author[];
  tags: string[];
  /** In the author's words and order; public for a paid article too. */
  questions: Question[];
  license: License;
  version: string | null;
  /** The name of the present text in its permanent URL. */
  versionName: string;
  /** As the author lists them. */
  versions: Version[];
  corrections: Correction[];
  retracted: { date: string; reason: string } | null;
  series: SeriesPosition | null;
  /** BCP 47 tag of its text. */
  language: string;
  /** Slug of the article that it translates. */
  translationOf: string | null;
  /** The DOI without the resolver's URL, `10.1234/abc`. */
  doi: string | null;
  artifacts: Artifact[];
  /** CRediT roles by author id. */
  roles: Readonly<Record<string, readonly string[]>>;
  /**
   * Epoch milliseconds before which the article is shown nowhere (`publish_at`, `embargo_until`); null once it is
   * released.
   */
  releaseAt: number | null;
  /** Words of the whole article, code excluded. */
  words: number;
  /** Words of `body`: equal to `words` for a free article. */
  previewWords: number;
  readingMinutes: number;
  outline: OutlineEntry[];
  /** A free article: all of it. A paid one: the preview before `<!-- more -->`. */
  body: ArticleBody;
  /** `sha256:<hex>` of the Markdown of a free article; null for a paid one, whose digest is part of the paid body. */
  contentDigest: string | null;
  citation: Citation;
  /** The PDF of a free article that has one; always null for a paid article. */
  pdf: { bytes: number } | null;
  finding: Finding | null;
  cover: Cover | null;
  /** From git, newest first; empty without git. */
  revisions: Revision[];
  /** The result of `publicDigest` in core, which the build stores with each article of a release. */
  publicDigest?: string;
}

/** An article that was removed. Nothing is built of its text. */
export interface WithdrawnArticle {
  id: string;
  slug: string;
  /** Names it had before: its aliases, and an id that is none of them. */
  formerSlugs: string[];
  /** RFC 3339 full-date. */
  date: string;
  reason: string;
  /** A replacement to read: a slug of this library or a URL. */
  replacement: string | null;
}

/** A page of the site itself: /why, /developers, /auth ... */
export interface Page {
  /** Path of its file without ending: `why`, `developers`, `developers/mcp`. */
  name: string;
  /** BCP 47 tag of a page of the software; null for a page of the publication, which is in its language. */
  language: string | null;
  title: string;
  description: string;
  updated: string | null;
  /** Its place among the pages below the same one. */
  order: number;
  /** The heading that it is under in the list of guides; null when it has none of its own. */
  group: string | null;
  body: Body;
  outline: OutlineEntry[];
}

/** A word of `pages/glossary.md`. */
export interface GlossaryTerm {
  term: string;
  /** Other words for the same thing, in the order of the glossary. */
  aliases: string[];
  /** The definition, in plain text. */
  definition: string;
  /** Anchor of its entry. */
  id: string;
}

export interface PricingTier {
  tier: string;
  /** Major units. */
  price: number;
  /** ISO 4217. */
  currency: string;
  period: 'forever' | 'month' | 'year' | 'article';
  includes: string[];
}

export interface PublicLibrary {
  format: typeof libraryFormat;
  /** The base URL of the build, without a trailing slash. */
  baseUrl: string;
  /** `sha256:<hex>` of all that is in the public library but this. */
  contentHash: string;
  /**
   * Newest first, ties by slug, withdrawn ones last. Articles still to be released are in it: ask `core/articles.ts`,
   * not this list.
   */
  articles: PublicArticle[];
  /** In the order of their slugs. */
  withdrawn: WithdrawnArticle[];
  pages: Page[];
  /** In the order of the page; empty without one. */
  glossary: GlossaryTerm[];
  tiers: PricingTier[];
}

export interface PaidArticle {
  slug: string;
  body: ArticleBody;
  contentDigest: string;
}

export interface PaidLibrary {
  format: typeof libraryFormat;
  /** Hash of the public library that was compiled with it. */
  contentHash: string;
  articles: (PaidArticle & {
    /**
     * Digest of the text without the article's slug, which is in the paths of its files: a rename alone does not change
     * it.
     */
    textDigest: string;
  })[];
}

/**
 * An entry as it is compiled: with the text of its `body` by section and the works that this text cites, as its list of
 * references names them, which only the search indexes have.
 */
export type WithSections<Entry> = Entry & { sections: Section[]; references?: readonly string[] };

/** A page with what only search reads of it. */
export type SearchablePage = WithSections<Page> & Pick<PublicArticle, 'questions'>;
