import { createByteLimitedMap } from '../protocols/release-cache.ts';
import { type EncodedBody, totalBytes } from './body-variants.ts';
import { type CacheableResponse, hasVariants } from './negotiate.ts';

/** What was made for one request, with what tells whether it answers others too. */
export interface CacheEntry {
  reply: CacheableResponse;
  /** False for what only the one who asked may have: a refusal, a page of one reader. */
  isCacheable: boolean;
  /** The list of released articles, taken before it was made: while it is, one may come out. */
  released: object;
}

export interface ResponseCache {
  /** What is kept under a key, if it still holds. */
  find(key: string): CacheEntry | undefined;
  /** Makes what is not kept, once for all who ask meanwhile. What does not last is made for each of them. */
  make(key: string, run: () => Promise<CacheEntry>): Promise<CacheEntry>;
}

/**
 * Answers that are made at first need and kept while they hold, the ones used last, within a bound of bytes.
 * @param released asked each time: an answer never outlives what it shows
 */
export function createResponseCache({
  capacity,
  released,
}: {
  capacity: number;
  released: () => object;
}): ResponseCache {
  const kept = createByteLimitedMap<CacheEntry>(capacity);
  const underway = new Map<string, Promise<CacheEntry>>();

  async function makeFirst(key: string, run: () => Promise<CacheEntry>): Promise<CacheEntry> {
    const making = run();
    underway.set(key, making);
    try {
      const made = await making;
      const { content } = made.reply;
      const bytes = content && hasVariants(content) ? totalBytes(content) : 0;
      if (made.isCacheable) kept.offer(key, bytes, () => standAlone(made));
      return made;
    } finally {
      underway.delete(key);
    }
  }

  return {
    find(key) {
      const made = kept.get(key);
      return made?.released === released() ? made : undefined;
    },
    async make(key, run) {
      const first = underway.get(key);
      if (!first) return makeFirst(key, run);
      const made = await first;
      return made.isCacheable ? made : run();
    },
  };
}

/** Node cuts small buffers from blocks of 64 KB: one of a hundred bytes that is kept would keep a whole block, which no bound counts. */
function standAlone(made: CacheEntry): CacheEntry {
  const { reply } = made;
  const { content } = reply;
  if (!content || !hasVariants(content)) return made;
  const { identity, br, gzip } = content;
  const own = { identity: cutOut(identity), ...(br && { br: cutOut(br) }), ...(gzip && { gzip: cutOut(gzip) }) };
  return { ...made, reply: { ...reply, content: own } };
}

function cutOut(form: EncodedBody): EncodedBody {
  const { bytes } = form;
  return bytes.byteLength === bytes.buffer.byteLength
    ? form
    : { ...form, bytes: Buffer.from(new Uint8Array(bytes).buffer) };
}
