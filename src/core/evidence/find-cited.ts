import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import { type Caller, hasScope } from '../access/caller.ts';
import type { Services } from '../services.ts';
import { determineStanding, type Standing } from '../standing.ts';
import { findWithdrawal } from '../withdrawn.ts';

/** The text that a citation is of, and how it may be cited now. */
export interface CitedText {
  slug: string;
  /** Absent where the citation names an article and no text of it. */
  version?: string | undefined;
  standing: Standing;
}

type Needs = Pick<Services, 'catalogue' | 'versions' | 'urls'>;

interface Named {
  slug: string;
  version?: string | undefined;
}

const doiPattern = /\b10\.\d{4,9}\/[^\s"{}<>]+/;
const digestPattern = /sha256:[0-9a-f]{64}/;

/**
 * Finds the text of a citation: a URL of this publication, a slug with or without `@` and a version, a DOI, a digest, or a
 * BibTeX entry or CSL item that contains one of them. Digests of paid texts are known to their readers alone.
 * @returns undefined for a citation of something else, and for a version that does not exist
 */
export function findCited(services: Needs, citation: string, caller: Caller): CitedText | undefined {
  const named = readUrl(services, citation) ?? readName(citation) ?? findByDoi(services, citation);
  return named ? describe(services, named) : findByDigest(services, citation, caller);
}

function readUrl({ urls }: Needs, citation: string): Named | undefined {
  const text = citation.replaceAll('\\/', '/');
  const articles = urls.at('/articles/');
  const start = text.indexOf(articles);
  if (start < 0) return undefined;
  const path = text.slice(start + articles.length);
  const [, slug = '', version] = /^([a-z0-9-]+)(?:\/versions\/([\w:.-]*\w))?/.exec(path) ?? [];
  return { slug, version: version?.replace(/\.md$/, '') };
}

function readName(citation: string): Named | undefined {
  const [, slug, version] = /^([a-z0-9-]+)(?:@([\w:.-]+))?$/.exec(citation.trim()) ?? [];
  return slug === undefined ? undefined : { slug, version };
}

function findByDoi({ catalogue }: Needs, citation: string): Named | undefined {
  const wanted = doiPattern
    .exec(citation)?.[0]
    .replace(/[.,;)]+$/, '')
    .toLowerCase();
  const article = wanted && catalogue.list().find(({ doi }) => doi?.toLowerCase() === wanted);
  return article ? { slug: article.slug } : undefined;
}

function findByDigest({ catalogue, versions }: Needs, citation: string, caller: Caller): CitedText | undefined {
  const [digest] = digestPattern.exec(citation) ?? [];
  if (digest === undefined) return undefined;
  for (const { id, record } of versions.listDelivered(digest)) {
    const article = catalogue.findById(id);
    const isKnown = record.tier === 'free' || hasScope(caller, 'articles:read');
    if (article && isKnown) return describeVersion(versions.list(article), { article, version: record });
  }
  return undefined;
}

function describe(services: Needs, { slug: name, version }: Named): CitedText | undefined {
  const { catalogue, versions } = services;
  const article = catalogue.find(catalogue.presentSlug(name));
  if (!article) {
    const withdrawal = findWithdrawal(services, name);
    if (!withdrawal) return undefined;
    const { date: since, reason, replacement } = withdrawal.withdrawal;
    const { slug = name } = catalogue.findWithdrawn(name) ?? {};
    return { slug, standing: { standing: 'withdrawn', since, reason, citeInstead: replacement ?? undefined } };
  }
  if (version === undefined) return { slug: article.slug, standing: determineStanding(article) };
  const texts = versions.list(article);
  const cited = texts.find((record) => record.name === version) ?? versions.findByDigest(article, version);
  // An incomplete digest would let a caller test guesses at paid words.
  if (!cited || (cited.name !== version && cited.tier === 'paid')) return undefined;
  return describeVersion(texts, { article, version: cited });
}

function describeVersion(
  texts: readonly VersionRecord[],
  about: { article: PublicArticle; version: VersionRecord },
): CitedText {
  const { article, version } = about;
  const standing = determineStanding(article, { texts, version });
  return { slug: article.slug, version: version.name, standing };
}
