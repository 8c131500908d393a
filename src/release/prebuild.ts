import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiRoots } from '../contract/operation.ts';
import { articleFormats } from '../contract/paths.ts';
import { listTranslations } from '../core/articles.ts';
import type { Services } from '../core/services.ts';
import type { PublicArticle } from '../library/library.ts';
import { compareText, listFiles } from '../library/list-files.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { computeEtag, type EncodedBytes, encode, isEncodable } from '../serve/body-variants.ts';
import { createFixedHeaders, responseKind } from '../serve/fixed-headers.ts';
import { mediaType } from '../serve/media-types.ts';
import { renderArticleFormat } from '../serve/pages/article-formats.ts';
import { operationKey } from '../serve/response-cache.ts';
import type { App } from '../serve/serve.ts';
import { createPrebuiltWriter } from './prebuilt-responses.ts';

interface Item {
  url: string;
  bytes: Uint8Array;
  type: string;
  /** Flat, without those of an encoding. */
  headers: readonly string[];
}

/**
 * Text to compress well. Brotli 10 takes half a second for a megabyte; 11 takes a second and a half, and saves 2.6 % of
 * the bytes.
 */
const bestBytes = 10 * 1024 * 1024;

/** How many groups of responses are encoded at once, in other threads. */
const encodedAtOnce = 8;

/**
 * Writes every response that is known at build time into the release: pages, files and, for each article with a page,
 * the responses of its formats and of the API. The server's own code creates them.
 * @param about the parts of a service over the folder, at a time when all of its articles are released, and the cache
 *   of what earlier builds encoded
 * @returns the number of responses
 */
export async function prebuildResponses(
  folder: string,
  about: {
    services: Services;
    app: Pick<App, 'createEntry'>;
    /** Pages by their paths. */
    pages: ReadonlyMap<string, Uint8Array>;
    cache: PartCache;
  },
): Promise<number> {
  const { services, app, pages, cache } = about;
  const { urls, library } = services;
  const fixed = createFixedHeaders(urls.base);
  const scheduled = new Set(library.articles.flatMap(({ slug, releaseAt }) => (releaseAt === null ? [] : [slug])));
  const writer = createPrebuiltWriter(folder);
  const encoding: { items: (Item & { quality: 5 | 10; tag: string })[]; coded: Promise<EncodedBytes[]> }[] = [];
  let count = 0;
  let spent = 0;

  async function addAll(items: readonly Item[]) {
    const toEncode = items.map((item) => {
      const quality = spent < bestBytes ? 10 : 5;
      if (isEncodable(item.bytes, item.type)) spent += item.bytes.byteLength;
      return { ...item, quality, tag: computeEtag(item.bytes) } as const;
    });
    encoding.push({ items: toEncode, coded: encodeOnce(toEncode, cache) });
    count += items.length;
    if (encoding.length === encodedAtOnce) await writeOldest();
  }

  /** Writes what has been encoded longest, so that responses are written in their order. */
  async function writeOldest() {
    const [oldest] = encoding.splice(0, 1);
    if (oldest === undefined) return;
    const coded = await oldest.coded;
    for (const [at, { url, ...about }] of oldest.items.entries()) {
      const bytes = coded[at];
      if (bytes) writer.add(url, bytes, about);
    }
  }

  async function readItem(url: string, path: string): Promise<Item> {
    const type = mediaType(url, path);
    const bytes = pages.get(path) ?? (await readFile(path));
    return { url, bytes, type, headers: fixed(responseKind(type)) };
  }

  /** The formats of an article beside its page, and its response of the API. */
  async function listFormats(article: PublicArticle): Promise<Item[]> {
    const items: Item[] = articleFormats.flatMap((format) => {
      const url = `/articles/${article.slug}${format}`;
      const text = renderArticleFormat(article, format, urls);
      const about = { type: mediaType(url, url), headers: fixed('document') };
      return text === undefined ? [] : [{ url, bytes: Buffer.from(text), ...about }];
    });
    // The price of a paid one is in no prebuilt response, and an article names its translations from their release on.
    const isStable = listTranslations(article, library.articles).every(({ slug }) => !scheduled.has(slug));
    if (article.tier === 'free' && isStable) items.push(...(await requestArticle(article.slug)));
    return items;
  }

  async function requestArticle(slug: string): Promise<Item[]> {
    const url = `${apiRoots.live}/articles/${slug}`;
    const { content, headers: fields } = await app.createEntry({
      method: 'GET',
      url,
      pathname: url,
      search: '',
      headers: new Headers(),
      requestId: 'build',
      clientAddress: 'build',
      readBody: async () => new Uint8Array(),
    });
    if (!content || !('identity' in content)) return [];
    const { bytes, etag, headers } = content.identity;
    // Only public responses have a tag.
    if (etag === undefined) return [];
    return [{ url: operationKey(url), bytes, type: headers[1] ?? '', headers: fields }];
  }

  const files = new Map([...pages.keys()].map((path) => [toUrlPath(path), path]));
  for (const root of [join(folder, parts.site, 'client'), join(folder, 'figures', 'public')]) {
    for (const file of (await listFiles(root)).files) files.set(toUrlPath(file), join(root, file));
  }
  const articles = library.articles.filter(({ slug }) => files.has(`/articles/${slug}`));
  const ofArticles = new Set(articles.map(({ slug }) => `/articles/${slug}`));
  // Requested most often, so they come first and get the smallest encodings.
  for (const [url, path] of [...files].toSorted(([one], [other]) => compareText(one, other)))
    if (!ofArticles.has(url)) await addAll([await readItem(url, path)]);
  for (const article of articles) {
    const url = `/articles/${article.slug}`;
    await addAll([await readItem(url, files.get(url) ?? ''), ...(await listFormats(article))]);
  }
  while (encoding.length > 0) await writeOldest();
  await writer.end();
  return count;
}

const encoder = `brotli ${process.versions.brotli}, zlib ${process.versions.zlib}`;

/**
 * Encodes some bytes, or takes what an earlier build encoded of the same: compression takes most of the time of this
 * step. They are one part, because to open a file for each takes as long as to create the responses.
 */
async function encodeOnce(
  items: readonly (Pick<Item, 'bytes' | 'type'> & { tag: string; quality: 5 | 10 })[],
  cache: PartCache,
): Promise<EncodedBytes[]> {
  const encodable = items.filter(({ bytes, type }) => isEncodable(bytes, type));
  const key = partKey('encoded', encoder, ...encodable.flatMap(({ type, quality, tag }) => [type, `${quality}`, tag]));
  const part = encodable.length === 0 ? undefined : cache.find(key);
  if (!part) {
    const coded = await Promise.all(items.map(({ bytes, ...about }) => encode(bytes, about)));
    const encodings = coded.flatMap(({ br, gzip }) => (br && gzip ? [br, gzip] : []));
    if (encodings.length > 0)
      cache.store(key, Buffer.concat(encodings.flatMap((bytes) => [writeLength(bytes), bytes])));
    return coded;
  }
  let at = 0;
  const take = () => {
    const start = at + 4;
    at = start + part.readUInt32LE(at);
    return part.subarray(start, at);
  };
  return items.map(({ bytes, type }) => ({
    identity: bytes,
    ...(isEncodable(bytes, type) && { br: take(), gzip: take() }),
  }));
}

function writeLength({ length }: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

/**
 * Maps `why/index.html` and `why.html` to `/why`, `index.html` to `/`, and `document.json` to the path of its folder.
 */
function toUrlPath(file: string): string {
  return `/${file}`.replace(/(?:\/index)?\.html$|\/document\.json$/, '') || '/';
}
