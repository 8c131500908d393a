import type { z } from 'zod';
import type { ArticleRecord } from '../contract/schemas-article-record.ts';
import type { Article } from '../contract/schemas-articles.ts';
import { articlePdf, type Urls, withFragment } from '../contract/urls.ts';
import type { GrantedAccess, OpenedFile } from '../core/access/access-decision.ts';
import type { Services } from '../core/services.ts';
import { determineStanding, type Standing } from '../core/standing.ts';
import type { PublicArticle } from '../library/library.ts';

/**
 * The public record of an article: how it is cited, what became of it. The same for a buyer and for a caller that has
 * not paid.
 */
export function toWireRecord(article: PublicArticle, urls: Urls) {
  const { authors, license, citation, retracted } = article;
  return {
    date: article.date,
    updated: article.updated ?? undefined,
    version: article.version ?? undefined,
    ...toWireStanding(determineStanding(article), urls),
    authors: authors.map(({ name, orcid, url, affiliation }) => ({
      name,
      orcid: orcid ?? undefined,
      url: url ?? undefined,
      affiliation: affiliation ?? undefined,
    })),
    license,
    citation: { bibtex: citation.bibtex, csl: citation.csl },
    corrections: article.corrections,
    retracted: retracted ?? undefined,
  } satisfies z.infer<typeof ArticleRecord>;
}

type Particulars = Pick<
  z.infer<typeof Article>,
  'aliases' | 'language' | 'translation_of' | 'doi' | 'series' | 'artifacts' | 'roles' | 'questions' | 'pdf'
>;

/**
 * The rest of what the page of an article shows. Members without content are left out.
 * @param about.files files that the caller may read; a buyer has signed URLs for them
 */
export function toWireParticulars(
  article: PublicArticle,
  { urls, hasPdf, files = [] }: { urls: Urls; hasPdf: boolean; files?: readonly OpenedFile[] },
): Particulars {
  const { slug, series, doi } = article;
  const page = urls.article(slug);
  const urlOf = (path: string) => files.find((file) => file.path === path)?.url ?? urls.at(path);
  return {
    aliases: listed(article.aliases),
    language: article.language,
    translation_of: article.translationOf ?? undefined,
    doi: doi ?? undefined,
    series: series ? { ...series, url: urls.at(`/series/${series.id}`) } : undefined,
    artifacts: listed(
      article.artifacts.map(({ file, title, run, bytes, digest }) => ({
        title,
        url: urlOf(`/artifacts/${slug}/${file.slice(file.lastIndexOf('/') + 1)}`),
        bytes,
        digest,
        ...(run !== null && { run }),
      })),
    ),
    roles: listed(
      article.authors.flatMap(({ id, name }) => (article.roles[id] ? [{ name, roles: [...article.roles[id]] }] : [])),
    ),
    questions: listed(article.questions.map(({ text, sectionId }) => ({ text, url: withFragment(page, sectionId) }))),
    pdf: hasPdf ? urlOf(articlePdf(slug)) : undefined,
  };
}

/** Says how a text may be cited now, as members of the article's JSON. */
export function toWireStanding({ standing, since, reason, citeInstead }: Standing, urls: Urls) {
  return {
    standing,
    standing_since: since,
    standing_reason: reason,
    cite_instead: citeInstead && urls.at(citeInstead),
  };
}

/**
 * RFC 5829: where the newest text of an article and the one before this are; RFC 8574: what to cite.
 * @returns a Link field
 */
export function versionLinks(
  { article, version }: Pick<GrantedAccess, 'article' | 'version'>,
  { versions, urls }: Pick<Services, 'versions' | 'urls'>,
): string {
  const texts = versions.list(article);
  const before = texts[texts.findIndex(({ name }) => name === version.name) - 1];
  const latest = texts.at(-1)?.name ?? version.name;
  const link = (name: string, rel: string) => `<${urls.version(article.slug, name)}>; rel="${rel}"`;
  return [
    ...(latest === version.name
      ? [link(latest, 'cite-as latest-version')]
      : [link(version.name, 'cite-as'), link(latest, 'latest-version')]),
    ...(before ? [link(before.name, 'predecessor-version')] : []),
  ].join(', ');
}

function listed<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}
