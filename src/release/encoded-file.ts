import { openFrame, packFrame } from '../library/frame.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { computeEtag, type EncodedBytes, encode, isEncodable } from '../serve/body-variants.ts';
import { createResponseFile } from './prebuilt-responses.ts';

/** A response without encodings. */
export interface Item {
  url: string;
  bytes: Uint8Array;
  type: string;
  /** Flat, without those of an encoding. */
  headers: readonly string[];
}

/** Brotli level. */
export type Quality = 5 | 10;

/** How many lists of responses are encoded at once, in other threads. */
const encodedAtOnce = 8;

/** The libraries that encode: other versions of them may give other bytes. */
export const encoder = `brotli ${process.versions.brotli}, zlib ${process.versions.zlib}`;

/**
 * Opens a new file of responses that are encoded before they are written.
 * @param cache what earlier builds encoded
 */
export function openEncodedFile(path: string, cache: PartCache) {
  const file = createResponseFile(path);
  const waiting: { items: readonly (Item & { tag: string })[]; coded: Promise<EncodedBytes[]> }[] = [];

  /** Writes what has been encoded longest, so that responses are written in their order. */
  async function writeOldest() {
    const [oldest] = waiting.splice(0, 1);
    if (oldest === undefined) return;
    const coded = await oldest.coded;
    for (const [at, { url, ...about }] of oldest.items.entries()) {
      const bytes = coded[at];
      if (bytes) file.add(url, bytes, about);
    }
  }

  return {
    /** @param list responses that are encoded together, such as those of an article */
    async add(list: readonly Item[], quality: Quality): Promise<void> {
      const items = list.map((item) => ({ ...item, quality, tag: computeEtag(item.bytes) }));
      waiting.push({ items, coded: encodeOnce(items, cache) });
      if (waiting.length === encodedAtOnce) await writeOldest();
    },
    async end(): Promise<void> {
      while (waiting.length > 0) await writeOldest();
      file.end();
    },
  };
}

/**
 * Encodes some bytes, or takes what an earlier build encoded of the same: compression takes most of the time of this
 * step. They are one part, because to open a file for each takes as long as to create the responses.
 */
async function encodeOnce(
  items: readonly (Pick<Item, 'bytes' | 'type'> & { tag: string; quality: Quality })[],
  cache: PartCache,
): Promise<EncodedBytes[]> {
  const encodable = items.filter(({ bytes, type }) => isEncodable(bytes, type));
  const key = partKey(
    'encodings',
    encoder,
    ...encodable.flatMap(({ type, quality, tag }) => [type, `${quality}`, tag]),
  );
  const part = encodable.length === 0 ? undefined : cache.find(key);
  if (!part) {
    const coded = await Promise.all(items.map(({ bytes, ...about }) => encode(bytes, about)));
    const encodings = coded.flatMap(({ br, gzip }) => (br && gzip ? [br, gzip] : []));
    if (encodings.length > 0) cache.store(key, packFrame(null, encodings));
    return coded;
  }
  const blocks = openFrame(part).blocks.values();
  return items.map(({ bytes, type }) => ({
    identity: bytes,
    ...(isEncodable(bytes, type) && { br: blocks.next().value, gzip: blocks.next().value }),
  }));
}
