import { versionPath } from '../contract/urls.ts';
import { contentDigest } from '../library/digest.ts';
import type { PaidArticle, PublicArticle, Revision, WithSections } from '../library/library.ts';
import type { VersionRecord } from '../library/versions.ts';
import { citeArticle } from './citations/citation.ts';
import type { LoadedArtifact } from './load/artifacts.ts';
import { defaultLicense, readLicense } from './load/licenses.ts';
import type { LoadedArticle } from './load-article.ts';
import { readingMinutes } from './markdown/sections.ts';
import { type BuildContext, renderDocument } from './render-document.ts';

/** The history that git has of one article. */
export interface ArticleHistory {
  revisions: Revision[];
  /**
   * Names a version in its permanent URL.
   * @param text.digest digest of its full Markdown
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

/**
 * One article of the library, with its history and its metadata.
 */
export async function buildArticle(loaded: LoadedArticle, about: BuildContext & ArticleHistory): Promise<BuiltArticle> {
  const context = { ...about, language: loaded.meta.language ?? about.language };
  const { slug, meta, authors, questions, releaseAt } = loaded;
  const isPaid = meta.tier === 'paid';
  // Links within the publication are relative, so that a move to another host changes no text and no digest.
  const { whole, preview, outline } = await renderDocument(loaded, { context: { ...context, baseUrl: '' }, isPaid });
  const shown = preview ?? whole;
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
    outline,
    body: shown.body,
    sections: shown.sections,
    references: shown.references,
    contentDigest: isPaid ? null : digest,
    pdf: null,
    ...loaded.frontPage,
    citation: cite(loaded, { context, versionName, accessed: findFirstDay(day, loaded, context) }),
    revisions: context.revisions,
  };
  const { sections, references } = whole;
  const paid = isPaid ? { slug, body: whole.body, sections, references, contentDigest: digest } : undefined;
  return { article, paid, artifacts: loaded.artifacts, pdf: loaded.pdf, digest, day };
}

/** `textDigest` of `PaidLibrary`: that of a paid text without its slug in the paths of its own page and files. */
export function digestWithoutSlug({ slug, body }: Pick<PaidArticle, 'slug' | 'body'>): string {
  const ownPath = new RegExp(`(/(?:articles|figures|artifacts))/${RegExp.escape(slug)}(?![\\w-])`, 'g');
  return contentDigest(body.markdown.replaceAll(ownPath, '$1'));
}

/**
 * The first day on which the permanent URL of a text returned it, as far as is known: the day of the text, of its
 * commit or of its release. It is the access date of citations: any later day is right too, but would change them, and
 * so all that is stored of an article, with each day.
 */
function findFirstDay(day: string, { meta }: LoadedArticle, { revisions }: ArticleHistory): string {
  const moments = [day, revisions[0]?.date, meta.publish_at, meta.embargo_until];
  const days = moments.flatMap((moment) => moment?.slice(0, 'YYYY-MM-DD'.length) ?? []);
  return days.sort().at(-1) ?? day;
}

/** The citation of an article in every style, which names its permanent URL. */
function cite(
  { slug, meta, authors }: LoadedArticle,
  { context, versionName, accessed }: { context: BuildContext; versionName: string; accessed: string },
) {
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
    accessed,
    publication: context.publication,
  });
}
