import type { Catalogue } from '../core/articles.ts';
import { ByteLimitedMap } from '../protocols/release-cache.ts';
import { type BodyVariants, type EncodedBody, totalBytes } from './body-variants.ts';

/** A finished response before the request selects from it: an encoding, 304, no body for HEAD. */
export interface CacheEntry {
  status: number;
  /** All headers but those of an encoding, of the one request and of its caller. Flat: name, value, name, value. */
  headers: readonly string[];
  /** Events are sent as they arrive; undefined means no body. */
  content: BodyVariants | AsyncIterable<string> | undefined;
  /** Computes headers that are new for each response. Flat: name, value, name, value. */
  late?: () => readonly string[];
  /**
   * The list of released articles, taken before the response was created: while it was, an article may have been
   * released. Absent for a response that only its requester may have: an error, a page of one reader.
   */
  released?: object;
}

/**
 * The key of an operation's response. It differs from the keys of pages, because the caller's limit is counted before
 * it is sent.
 */
export function operationKey(url: string): string {
  return `GET ${url}`;
}

/** Responses that the build created, by their key. */
export interface PrebuiltResponses {
  has(url: string): boolean;
  /** Reads one response from the file; nothing of it stays in memory here. Rejects when the file is damaged. */
  read(url: string): Promise<CacheEntry | undefined>;
}

/** Stands in for a release without prebuilt responses: while the build creates them, and under `npm run dev`. */
export const noPrebuiltResponses: PrebuiltResponses = {
  has: () => false,
  read: async () => undefined,
};

export interface ResponseCache {
  /** The entry of a key, if it is still valid. */
  find(key: string): CacheEntry | undefined;
  /**
   * Fills a cache miss. Concurrent callers share one run; an entry that is not cacheable is created once for each.
   * @param about.url key in the prebuilt tier, which is tried first
   * @param about.complete adds to a prebuilt response the headers of this key
   */
  fill(
    key: string,
    about: {
      url?: string;
      complete?: (prebuilt: CacheEntry) => CacheEntry;
      create: () => Promise<CacheEntry>;
    },
  ): Promise<CacheEntry>;
}

/**
 * A cache with two tiers: the responses that the build put into the release, and the most recently used ones in memory,
 * up to a limit of bytes.
 * @param about.catalogue consulted on each access: an entry never outlives the list of articles that it shows
 */
export function createResponseCache(about: {
  maxBytes: number;
  catalogue: Pick<Catalogue, 'list'>;
  prebuilt: PrebuiltResponses;
}): ResponseCache {
  const { maxBytes, catalogue, prebuilt } = about;
  const entries = new ByteLimitedMap<CacheEntry>(maxBytes);
  const underway = new Map<string, Promise<CacheEntry>>();

  async function create({ url, complete, create }: Parameters<ResponseCache['fill']>[1]): Promise<CacheEntry> {
    const before = catalogue.list();
    const ready = url === undefined ? undefined : await prebuilt.read(url);
    if (!ready) return create();
    const entry = { ...ready, released: before };
    return complete ? complete(entry) : entry;
  }

  async function fillFirst(key: string, creating: Promise<CacheEntry>): Promise<CacheEntry> {
    underway.set(key, creating);
    try {
      const entry = await creating;
      const { content } = entry;
      const bytes = content && 'identity' in content ? totalBytes(content) : 0;
      if (entry.released) entries.offer(key, bytes, () => copyEntry(entry));
      return entry;
    } finally {
      underway.delete(key);
    }
  }

  return {
    find(key) {
      const entry = entries.get(key);
      return entry?.released === catalogue.list() ? entry : undefined;
    },
    async fill(key, about) {
      const first = underway.get(key);
      if (!first) return fillFirst(key, create(about));
      const entry = await first;
      return entry.released ? entry : create(about);
    },
  };
}

/** A copy, see `ByteLimitedMap.offer`. */
function copyEntry(entry: CacheEntry): CacheEntry {
  const { content } = entry;
  if (!content || !('identity' in content)) return { ...entry };
  const { identity, br, gzip } = content;
  const own = { identity: copyBody(identity), ...(br && { br: copyBody(br) }), ...(gzip && { gzip: copyBody(gzip) }) };
  return { ...entry, content: own };
}

function copyBody({ bytes, etag, headers }: EncodedBody): EncodedBody {
  return { bytes: Buffer.from(new Uint8Array(bytes).buffer), etag, headers };
}
