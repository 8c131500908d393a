import type { z } from 'zod';
import type { Figure } from '../contract/figure-schema.ts';
import type { Article, ArticleFile, ArticleSummary, OutlineEntry } from '../contract/schemas-articles.ts';
import { articlePdf, type Urls, withFragment } from '../contract/urls.ts';
import type { GrantedAccess, OpenedFile } from '../core/access/access-decision.ts';
import { linkFiles } from '../core/access/file-links.ts';
import { listTranslations } from '../core/articles.ts';
import type { Services } from '../core/services.ts';
import { determineStanding } from '../core/standing.ts';
import type { FigureData } from '../library/figure-data.ts';
import type { ArticleBody, PublicArticle } from '../library/library.ts';
import { toWireParticulars, toWireRecord, toWireStanding } from './wire-record.ts';

type WireSummary = z.infer<typeof ArticleSummary>;
type WireArticle = z.infer<typeof Article>;
type WireFigure = z.infer<typeof Figure>;

/** An item of the list (specification section 2, ArticleSummary). */
export function toWireSummary(article: PublicArticle, urls: Urls): WireSummary {
  return {
    id: article.id,
    slug: article.slug,
    title: article.title,
    tier: article.tier,
    date: article.date,
    url: urls.article(article.slug),
    description: article.description,
    tags: article.tags,
    updated: article.updated ?? undefined,
    words: article.words,
    authors: article.authors.map(({ name }) => name),
    ...(article.retracted && { retracted: true }),
  };
}

/**
 * The headings, public of a paid article too (specification section 2, OutlineEntry).
 * @param body the text that the caller may read: only its sections have a digest, since a digest lets a guess be tested
 */
export function toWireOutline(article: PublicArticle, body: ArticleBody): z.infer<typeof OutlineEntry>[] {
  const digests = new Map(body.spans.map(({ id, digest }) => [id, digest]));
  return article.outline.map(({ depth, title, id, words, isFree }) => ({
    depth,
    title,
    id,
    words,
    is_free: isFree,
    digest: digests.get(id),
  }));
}

/** What is public of an article, without its text but for the preview of a paid one. */
export function toWireOutlined(article: PublicArticle, urls: Urls): WireArticle {
  return {
    ...toWireSummary(article, urls),
    ...toWireRecord(article, urls),
    reading_minutes: article.readingMinutes,
    preview_markdown: article.tier === 'paid' ? article.body.markdown : undefined,
    outline: toWireOutline(article, article.body),
    ...toWireParticulars(article, { urls, hasPdf: article.pdf !== null }),
    version_url: urls.version(article.slug, article.versionName),
  };
}

function toWireLanguages(article: PublicArticle, { catalogue, urls }: Pick<Services, 'catalogue' | 'urls'>) {
  const found = listTranslations(article, catalogue.list());
  if (found.length === 0) return undefined;
  return found.map(({ slug, language }) => ({ language, slug, url: urls.article(slug) }));
}

/**
 * An article as far as it was opened (specification section 2, Article): the full text, or the requested section.
 * @param detail `concise` has the text and what is needed to cite it; the default for a section
 */
export function toWireArticle(
  all: GrantedAccess,
  services: Pick<Services, 'urls' | 'keyring' | 'now' | 'catalogue' | 'versions'>,
  detail: 'concise' | 'full' = all.section ? 'concise' : 'full',
): WireArticle {
  const { urls } = services;
  const opened = linkFiles(services, all);
  const { article, section, files } = opened;
  const pdf = articlePdf(article.slug);
  const hasPdf = article.pdf !== null || files.some(({ path }) => path === pdf);
  const found = services.catalogue.find(article.slug);
  // Another article may have the slug of one that is gone, whose texts then have no page.
  const isGone = found ? found.id !== article.id : article.versionName === '';
  const present = found && !isGone ? found : article;
  const texts = services.versions.list(present);
  const cited = { texts, version: opened.version, sectionId: section?.id, body: opened.body };
  const standing = toWireStanding(determineStanding(present, cited), urls);
  const versionUrl = isGone ? undefined : urls.version(article.slug, opened.version.name);
  if (detail === 'concise') return { ...toWireConcise(opened, urls), version_url: versionUrl, ...standing };
  return {
    ...toWireSummary(article, urls),
    ...toWireRecord(article, urls),
    markdown: section ? section.markdown : opened.body.markdown,
    ...(section && { section: { id: section.id, title: section.title, digest: section.digest } }),
    access_level: opened.level,
    reading_minutes: article.readingMinutes,
    // The digest is the full text's; a section's `markdown` has another one.
    content_digest: section ? undefined : (opened.contentDigest ?? undefined),
    outline: toWireOutline(article, opened.body),
    ...toWireParticulars(article, { urls, hasPdf, files }),
    languages: toWireLanguages(article, services),
    figures: toWireFigures(opened, urls),
    version_url: versionUrl,
    versions: (isGone ? [] : texts).map(({ name, label, date }) => ({
      version: name,
      date,
      url: urls.version(article.slug, name),
      text: present.versions.find(({ version }) => version === label)?.text,
    })),
    ...standing,
    ...(files.length > 0 && { files: files.map((file) => toWireFile(file, urls)) }),
  };
}

function toWireConcise({ article, section, body, level, files }: GrantedAccess, urls: Urls): WireArticle {
  const { id, slug, title, tier, citation } = article;
  return {
    id,
    slug,
    title,
    tier,
    url: withFragment(urls.article(slug), section?.id ?? null),
    ...toWireRecord(article, urls),
    citation: { bibtex: citation.bibtex },
    markdown: section ? section.markdown : body.markdown,
    ...(section && { section: { id: section.id, title: section.title, digest: section.digest } }),
    access_level: level,
    ...(level === 'purchase' && files.length > 0 && { files: files.map((file) => toWireFile(file, urls)) }),
  };
}

function toWireFile({ path, mimeType, url, expiresAt }: OpenedFile, urls: Urls): z.infer<typeof ArticleFile> {
  const expires = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
  return { url: url ?? urls.at(path), media_type: mimeType, expires };
}

/** A longer table would cost an agent more than it is worth. The CSV has all rows. */
const maxFigureRows = 200;

/** The charts of the requested section, or of the full article; undefined when there are none. */
function toWireFigures({ article, body, section, files }: GrantedAccess, urls: Urls): WireFigure[] | undefined {
  const linked = new Map(files.map(({ path, url }) => [path, url]));
  const pathOf = ({ id }: FigureData, ending: string) =>
    `/figures/${encodeURIComponent(article.slug)}/${encodeURIComponent(id)}.${ending}`;
  const urlOf = (chart: FigureData, ending: string) =>
    linked.get(pathOf(chart, ending)) ?? urls.at(pathOf(chart, ending));
  const shown = (body.charts ?? []).filter((chart) => section?.markdown.includes(pathOf(chart, 'csv')) ?? true);
  if (shown.length === 0) return undefined;
  return shown.map((chart) => ({
    id: chart.id,
    title: chart.title,
    subtitle: chart.subtitle ?? undefined,
    description: chart.description,
    unit: chart.unit ?? undefined,
    note: chart.note ?? undefined,
    columns: chart.columns.map(({ name, type, unit }) => ({ name, type, unit: unit ?? undefined })),
    rows: chart.rows.slice(0, maxFigureRows),
    total_rows: chart.rows.length,
    url: withFragment(urls.article(article.slug), chart.label),
    csv: urlOf(chart, 'csv'),
    svg: urlOf(chart, 'svg'),
  }));
}
