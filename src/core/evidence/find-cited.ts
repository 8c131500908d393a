import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { openArticle } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { readReadableText } from '../access/readable-text.ts';
import { type NamedText, readArticleUrl } from '../article-url.ts';
import { ofList } from '../articles.ts';
import { determineStanding, type Standing } from '../standing.ts';
import { findWithdrawal } from '../withdrawn.ts';

export interface FoundCitation {
  slug: string;
  /** Absent where the citation names an article and no text of it. */
  version?: string | undefined;
  /** Id of the cited section, where the caller may read it. */
  section?: string | undefined;
  standing: Standing;
}

type Needs = Parameters<typeof openArticle>[0];

const doiPattern = /\b10\.\d{4,9}\/[^\s"{}<>]+/;
const digestPattern = /sha256:[0-9a-f]{64}/;
/**
 * Signs of the sentence around a citation. Only where they begin is a match tried: time then grows with the length, not
 * with its square.
 */
const closingSigns = /(?<![.,;)\]])[.,;)\]]+$/;
const namePattern = /^([a-z0-9-]+)(?:@([\w:.-]+))?(?:#(\S+))?$/;

/**
 * Finds the text of a citation: a URL of this publication, a slug with or without `@` and a version and `#` and a
 * section, a DOI, a digest, or a BibTeX entry or CSL item that contains one of them. Digests of paid texts are known to
 * their readers alone.
 * @returns undefined for a citation of something else, and for a version that does not exist
 */
export async function findCited(services: Needs, citation: string, caller: Caller): Promise<FoundCitation | undefined> {
  const named = readUrl(services, citation) ?? readName(citation) ?? findByDoi(services, citation);
  return named ? describe(services, named, caller) : findByDigest(services, citation, caller);
}

/** A BibTeX entry or a JSON text may have a backslash before a sign of a URL. */
function readUrl({ urls }: Needs, citation: string): NamedText | undefined {
  for (const [url] of citation.replaceAll('\\', '').matchAll(/https?:\/\/[^\s"{}<>]+/g)) {
    const named = readArticleUrl(urls, url.replace(closingSigns, ''));
    if (named.slug !== url) return named;
  }
  return undefined;
}

function readName(citation: string): NamedText | undefined {
  const [, slug, version, section] = namePattern.exec(citation.trim()) ?? [];
  return slug === undefined ? undefined : { slug, ...(version && { version }), ...(section && { section }) };
}

const slugsByDoi = ofList(
  (articles) => new Map(articles.flatMap(({ doi, slug }) => (doi ? [[doi.toLowerCase(), slug] as const] : []))),
);

function findByDoi({ catalogue }: Needs, citation: string): NamedText | undefined {
  const wanted = doiPattern.exec(citation)?.[0].replace(closingSigns, '').toLowerCase();
  const slug = wanted && slugsByDoi(catalogue.list()).get(wanted);
  return slug ? { slug } : undefined;
}

function findByDigest({ catalogue, versions }: Needs, citation: string, caller: Caller): FoundCitation | undefined {
  const [digest] = digestPattern.exec(citation) ?? [];
  if (digest === undefined) return undefined;
  for (const { id, record: version } of versions.listDelivered(digest)) {
    const article = catalogue.findById(id);
    if (!article || (version.tier === 'paid' && !caller.scopes.includes('articles:read'))) continue;
    const standing = determineStanding(article, { texts: versions.list(article), version });
    return { slug: article.slug, version: version.name, standing };
  }
  return undefined;
}

async function describe(
  services: Needs,
  { slug: name, version, section }: NamedText,
  caller: Caller,
): Promise<FoundCitation | undefined> {
  const { catalogue, versions } = services;
  const article = catalogue.find(catalogue.presentSlug(name));
  if (!article) {
    const withdrawal = findWithdrawal(services, name);
    if (!withdrawal) return undefined;
    const { date: since, reason, replacement } = withdrawal.withdrawal;
    const { slug = name } = catalogue.findWithdrawn(name) ?? {};
    return { slug, standing: { standing: 'withdrawn', since, reason, citeInstead: replacement ?? undefined } };
  }
  const texts = versions.list(article);
  const cited =
    version === undefined
      ? versions.present(article)
      : (texts.find((record) => record.name === version) ?? versions.findByDigest(article, version));
  // An incomplete digest would let a caller test guesses at paid words.
  if (!cited || (version !== undefined && cited.name !== version && cited.tier === 'paid')) return undefined;
  const found = { slug: article.slug, version: version && cited.name };
  if (section === undefined) return { ...found, standing: determineStanding(article, { texts, version: cited }) };
  return { ...found, ...(await describeSection(services, { article, version: cited, section }, caller)) };
}

/** A fragment of a page may also be something else than a section: then the standing is that of the text. */
async function describeSection(
  services: Needs,
  about: { article: PublicArticle; version: VersionRecord; section: string },
  caller: Caller,
): Promise<Pick<FoundCitation, 'section' | 'standing'>> {
  const { article, version, section } = about;
  const read = (name: string) => readReadableText(services, { article, name }, caller);
  const body = (await read(version.name))?.body;
  const isSection = body?.spans.some(({ id }) => id === section);
  const standing = determineStanding(article, {
    texts: services.versions.list(article),
    version,
    ...(isSection && { sectionId: section, body, presentBody: (await read(article.versionName))?.body }),
  });
  return { section: isSection ? section : undefined, standing };
}
