import type { Token } from 'marked';
import { versionPath } from '../contract/paths.ts';
import { contentDigest } from '../library/digest.ts';
import type { FigureData } from '../library/figure-data.ts';
import {
  type ArticleBody,
  cutSpan,
  type OutlineEntry,
  type PaidArticle,
  type PublicArticle,
  type Revision,
  type Section,
  type WithSections,
} from '../library/library.ts';
import type { VersionRecord } from '../library/versions.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import { citeArticle } from './citations/citation.ts';
import type { LoadedArtifact } from './load/artifacts.ts';
import { defaultLicense, readLicense } from './load/licenses.ts';
import type { LoadedArticle } from './load-article.ts';
import type { CitationStyle } from './markdown/citation-text.ts';
import { type Heading, nameHeading } from './markdown/headings.ts';
import type { Highlighter } from './markdown/highlight.ts';
import { isNode } from './markdown/markdown-tokens.ts';
import { countSectionWords, readingMinutes, splitSections, sumWords } from './markdown/sections.ts';
import { type PublicMarkdown, toPreviewMarkdown, toPublicMarkdown } from './render/published-markdown.ts';
import { type Rendered, renderTokens } from './render/render-tokens.ts';
import { markPositions } from './render/source-positions.ts';

export interface BuildContext {
  /** RFC 3339 full-date: the day on which a citation was made. */
  today: string;
  baseUrl: string;
  publication: string;
  /** BCP 47: whose quotes, dashes and labels the text is set with. */
  language: string;
  citations: CitationStyle;
  highlighter: Highlighter;
  /** Puts before each part of the HTML where in its file it comes from: for an author's eyes. */
  showsPlaces?: boolean | undefined;
}

/** The history that git has of one article. */
export interface ArticleHistory {
  revisions: Revision[];
  /**
   * Names a version in its permanent URL.
   * @param digest digest of its full Markdown
   */
  nameText(text: Pick<VersionRecord, 'label' | 'tier' | 'date' | 'digest'>): string;
}

export interface BuiltArticle {
  article: WithSections<PublicArticle>;
  /** Only of a paid article. */
  paid: WithSections<PaidArticle> | undefined;
  /** Files to copy to their place in the release. */
  artifacts: readonly LoadedArtifact[];
  /** Path of the author's own PDF. */
  pdf: string | undefined;
  /** `sha256:<hex>` of its complete Markdown. */
  digest: string;
  /** RFC 3339 full-date: when this text was published, as its author dates it. */
  day: string;
}

interface RenderedPart {
  body: ArticleBody;
  sections: Section[];
  /** The works that it cites. */
  references: readonly string[];
  words: number;
  /** Words of each section, by its ID. */
  wordsBySection: ReadonlyMap<string | null, number>;
}

/**
 * One article of the library. A paid one is rendered twice, from different tokens: the public half never sees the
 * tokens after the marker, so no paid word can be in it.
 */
export function buildArticle(loaded: LoadedArticle, about: BuildContext & ArticleHistory): BuiltArticle {
  const context = { ...about, language: loaded.meta.language ?? about.language };
  const { slug, meta, document, authors, questions, releaseAt } = loaded;
  const isPaid = meta.tier === 'paid';
  // Links within the publication are relative, so that a move to another host changes no text and no digest.
  const place = { ...context, baseUrl: '' };
  const whole = renderPart(document.tokens, { document, context: place, publish: toPublicMarkdown });
  const shown = isPaid ? renderPreview(document, place) : whole;
  const version = meta.version ?? null;
  const { title, description, tier, date } = meta;
  const digest = contentDigest(whole.body.markdown);
  const day = meta.versions.find((entry) => entry.version === version)?.date ?? meta.updated ?? date;
  const versionName = context.nameText({ label: version, tier, date: day, digest });

  const article: WithSections<PublicArticle> = {
    id: meta.id ?? slug,
    slug,
    aliases: meta.aliases,
    title,
    description,
    tier,
    price: meta.price ?? null,
    date,
    updated: meta.updated ?? null,
    authors: authors.map(({ author }) => author),
    tags: meta.tags,
    questions: questions.map(({ text, sectionId }) => ({ text, sectionId })),
    license: readLicense(meta.license ?? defaultLicense[tier]),
    version,
    versionName,
    versions: meta.versions,
    corrections: meta.corrections,
    retracted: meta.retracted ?? null,
    series: meta.series ?? null,
    language: context.language,
    translationOf: meta.translation_of ?? null,
    doi: meta.doi ?? null,
    artifacts: loaded.artifacts.map(({ source: _source, root: _root, ...artifact }) => artifact),
    roles: meta.roles ?? {},
    releaseAt,
    words: whole.words,
    previewWords: shown.words,
    readingMinutes: readingMinutes(whole.words),
    outline: buildOutline(document, { ...whole, isPaid }),
    body: shown.body,
    sections: shown.sections,
    references: shown.references,
    contentDigest: isPaid ? null : digest,
    pdf: null,
    ...loaded.frontPage,
    citation: cite(loaded, context, versionName),
    revisions: context.revisions,
  };
  const { sections, references } = whole;
  const paid = isPaid ? { slug, body: whole.body, sections, references, contentDigest: digest } : undefined;
  return { article, paid, artifacts: loaded.artifacts, pdf: loaded.pdf, digest, day };
}

/** The citation of an article in every style, which names its permanent URL. */
function cite({ slug, meta, authors }: LoadedArticle, context: BuildContext, versionName: string) {
  const { title, description, date } = meta;
  return citeArticle({
    slug,
    title,
    description,
    authors,
    date,
    version: meta.version ?? null,
    corrections: meta.corrections,
    retracted: meta.retracted ?? null,
    doi: meta.doi ?? null,
    url: `${context.baseUrl}${versionPath(slug, versionName)}`,
    accessed: context.today,
    publication: context.publication,
  });
}

/** The headings of a whole document, with the words up to the next heading of any level. */
export function buildOutline(
  document: MarkdownDocument,
  options: { wordsBySection: ReadonlyMap<string | null, number>; isPaid: boolean },
): OutlineEntry[] {
  const { marker, headings } = document;
  const isFree = ({ at }: Heading) => !options.isPaid || (marker !== undefined && at < marker.at);
  return headings
    .filter(({ isTopLevel }) => isTopLevel)
    .map((heading) => ({
      depth: Math.max(heading.depth, 2),
      title: nameHeading(heading),
      id: heading.id,
      words: options.wordsBySection.get(heading.id) ?? 0,
      isFree: isFree(heading),
    }));
}

/** An article without a marker has an empty preview: an author who forgot the marker must not publish the paid text. */
function renderPreview(document: MarkdownDocument, context: BuildContext): RenderedPart {
  if (!document.marker) {
    return {
      body: { markdown: '', html: '', spans: [] },
      sections: [],
      references: [],
      words: 0,
      wordsBySection: new Map(),
    };
  }
  return renderPart(document.tokens.slice(0, document.marker.index), { document, context, publish: toPreviewMarkdown });
}

/**
 * Some top-level tokens of a document: their HTML, the Markdown that is served for them, their plain text and its words.
 * @param options.publish what of the source is served: of the whole, or of the preview alone
 */
export function renderPart(
  tokens: readonly Token[],
  options: {
    document: MarkdownDocument;
    context: BuildContext;
    publish: (document: MarkdownDocument, rendered: Rendered, context: BuildContext) => PublicMarkdown;
  },
): RenderedPart {
  const { document, context, publish } = options;
  const { highlighter, language, citations } = context;
  const mark = context.showsPlaces ? markPositions(document) : undefined;
  const rendered = renderTokens(tokens, { document, highlighter, language, citations, mark });
  const sections = splitSections(tokens, { ...document, language });
  const counts = countSectionWords(sections);
  const { markdown, sections: places } = publish(document, rendered, context);
  const spans = places.map((place) => ({ ...place, digest: contentDigest(cutSpan(markdown, place)) }));
  const charts = listCharts(tokens, document);
  return {
    body: { markdown, html: rendered.html, spans, ...(charts.length > 0 && { charts }) },
    sections,
    references: rendered.cited.flatMap((key) => document.bibliography?.format(key).text ?? []),
    words: sumWords(sections, counts),
    wordsBySection: new Map(sections.map(({ id }, index) => [id, counts[index] ?? 0])),
  };
}

/** The numbers of the charts among some top-level tokens, without their pictures. */
function listCharts(tokens: readonly Token[], { charts }: MarkdownDocument): FigureData[] {
  return tokens.flatMap((token) => {
    const chart = isNode(token) ? charts.get(token) : undefined;
    if (!chart) return [];
    const { svgs: _, legend: __, digits: ___, ...data } = chart;
    return [data];
  });
}
