import type { PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { FoldedWord } from '../../search/folded-text.ts';
import type { openArticle } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { readReadableText } from '../access/readable-text.ts';
import type { Services } from '../services.ts';
import { determineStanding, type Standing } from '../standing.ts';
import { locateQuote, minWords, type PreparedQuote, prepareQuote, type QuoteMatch } from './locate-quote.ts';
import { prepareText, type QuotedText } from './quoted-text.ts';

/** A quote, and the text that the caller names as its source. */
export interface QuoteClaim {
  quote: string;
  slug?: string | undefined;
  /** Name or digest of the text; the present text of `slug` unless given. */
  version?: string | undefined;
  section?: string | undefined;
}

export interface FoundQuote {
  status: 'exact' | 'normalized' | 'altered' | 'moved';
  article: PublicArticle;
  version: VersionRecord;
  /** Digest of everything that the caller may read; null for a preview. */
  contentDigest: string | null;
  section: { id: string; digest: string } | undefined;
  match: QuoteMatch;
  text: QuotedText;
  standing: Standing;
}

type Needs = Parameters<typeof openArticle>[0] & Pick<Services, 'quotes'>;

const rank = { exact: 0, normalized: 1, moved: 2, altered: 3 } as const;

/**
 * Looks for a quote in the texts that a caller may read, and in no other: for a caller without a right to a paid text
 * the result and the work are the same for a right and for a wrong guess at it.
 * @param pause lets others be served between two texts
 * @returns undefined when the quote is in none of them
 */
export async function verifyQuote(
  services: Needs,
  { version: nameOrDigest, ...rest }: QuoteClaim,
  caller: Caller,
  pause: () => Promise<void> = async () => {},
): Promise<FoundQuote | undefined> {
  const { catalogue } = services;
  const named = rest.slug === undefined ? undefined : catalogue.find(catalogue.presentSlug(rest.slug));
  const claim = { ...rest, version: await findVersionName(services, { article: named, nameOrDigest }, caller) };
  const quote = prepareQuote(claim.quote);
  const { words } = quote;
  const candidates = findCandidates(services, words, caller);
  let best: FoundQuote | undefined;
  for (const article of new Set([...(named ? [named] : []), ...candidates])) {
    const isIndexed = words.length >= minWords;
    const versions = listVersions(services, article, {
      wanted: article === named ? claim.version : undefined,
      onlyWanted: isIndexed && !candidates.includes(article),
    });
    const isElsewhere = claim.slug !== undefined && article !== named;
    for (const version of versions) {
      const isUnaltered = best !== undefined;
      const found = await findInText(
        services,
        { article, version },
        { claim, quote, caller, isElsewhere, isUnaltered },
      );
      await pause();
      if (found && (!best || rank[found.status] < rank[best.status])) best = found;
      if (best && best.status !== 'altered') break;
    }
    if (best?.status === 'exact' || best?.status === 'normalized') break;
  }
  return best;
}

/**
 * The name of the claimed version, which the digest of its text identifies too: that of a paid text for its readers
 * alone.
 */
async function findVersionName(
  services: Needs,
  { article, nameOrDigest }: { article: PublicArticle | undefined; nameOrDigest: string | undefined },
  caller: Caller,
): Promise<string | undefined> {
  if (!article || !nameOrDigest?.startsWith('sha256:')) return nameOrDigest;
  return (await readReadableText(services, { article, name: nameOrDigest }, caller))?.version.name ?? nameOrDigest;
}

function findCandidates(
  { quotes, library, catalogue }: Needs,
  words: readonly FoldedWord[],
  caller: Caller,
): PublicArticle[] {
  const indexes = caller.scopes.includes('articles:read') ? [quotes.public, quotes.paid] : [quotes.public];
  const numbers = new Set(indexes.flatMap((index) => index.find(words)));
  return [...numbers].flatMap((number) => catalogue.find(library.articles[number]?.slug ?? '') ?? []);
}

/** The texts of an article in the order in which a quote is looked for: the wanted one, then the newest first. */
function listVersions(
  { versions }: Needs,
  article: PublicArticle,
  { wanted = article.versionName, onlyWanted }: { wanted: string | undefined; onlyWanted: boolean },
): VersionRecord[] {
  const newestFirst = versions.list(article).toReversed();
  const first = newestFirst.filter(({ name }) => name === wanted);
  return onlyWanted ? first : [...first, ...newestFirst.filter(({ name }) => name !== wanted)];
}

async function findInText(
  services: Needs,
  { article, version }: { article: PublicArticle; version: VersionRecord },
  about: { claim: QuoteClaim; quote: PreparedQuote; caller: Caller; isElsewhere: boolean; isUnaltered: boolean },
): Promise<FoundQuote | undefined> {
  const { claim, quote, caller, isElsewhere, isUnaltered } = about;
  const read = (name: string) => readReadableText(services, { article, name }, caller);
  const readable = await read(version.name);
  if (!readable) return undefined;
  const { body, contentDigest } = readable;
  const text = prepareText(body);
  const claimed = body.spans.find(({ id }) => id === claim.section);
  const match = locateQuote(text, quote, { preferred: claimed, isUnaltered });
  if (!match) return undefined;
  const section = body.spans.findLast(({ start, end }) => start <= match.start && match.start < end);
  const isInClaimed = claimed && match.start >= claimed.start && match.start < claimed.end;
  const isMoved =
    isElsewhere ||
    (claim.slug !== undefined && version.name !== (claim.version ?? article.versionName)) ||
    (claim.section !== undefined && !isInClaimed);
  return {
    status: isMoved && match.status !== 'altered' ? 'moved' : match.status,
    article,
    version,
    contentDigest,
    section: section && { id: section.id, digest: section.digest },
    match,
    text,
    standing: determineStanding(article, {
      texts: services.versions.list(article),
      version,
      sectionId: section?.id,
      body,
      presentBody: (await read(article.versionName))?.body,
    }),
  };
}
