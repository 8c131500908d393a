import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiRoots } from '../contract/operation.ts';
import { articleFormats } from '../contract/paths.ts';
import type { Services } from '../core/services.ts';
import { sha256 } from '../library/digest.ts';
import type { PublicArticle } from '../library/library.ts';
import { compareText, listFiles } from '../library/list-files.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { type EncodedBytes, encode, isEncodable } from '../serve/body-variants.ts';
import { createFixedHeaders, responseKind } from '../serve/fixed-headers.ts';
import { mediaType } from '../serve/media-types.ts';
import { renderArticleFormat } from '../serve/pages/article-formats.ts';
import { operationAddress } from '../serve/prebuilt.ts';
import type { App } from '../serve/serve.ts';
import { createPrebuiltWriter } from './prebuilt-responses.ts';

/** Text to compress at the slowest level: brotli 11 takes a second and a half for a megabyte. */
const bestBytes = 4 * 1024 * 1024;

/**
 * Writes every response that is known at build time into the release: pages, files and, for each article with a page, the responses of its formats and of the API. The server's own code creates them.
 * @param about the parts of a service over the folder, at a time when all of its articles are released, and the cache of
 *   what earlier builds encoded
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
  const writer = createPrebuiltWriter(folder);
  let count = 0;
  let spent = 0;

  async function add(url: string, bytes: Uint8Array, about: { type: string; headers: readonly string[] }) {
    const quality = spent < bestBytes ? 11 : 5;
    const coded = await encodeOnce(bytes, { type: about.type, quality, cache });
    if (coded.br) spent += bytes.byteLength;
    writer.add(url, coded, about);
    count += 1;
  }

  async function addFile(url: string, path: string) {
    const type = mediaType(url, path);
    await add(url, pages.get(path) ?? (await readFile(path)), { type, headers: fixed(responseKind(type)) });
  }

  async function addArticle(article: PublicArticle) {
    for (const format of articleFormats) {
      const url = `/articles/${article.slug}${format}`;
      const text = renderArticleFormat(article, format, urls);
      const type = mediaType(url, url);
      if (text !== undefined) await add(url, Buffer.from(text), { type, headers: fixed('document') });
    }
    // The price of a paid one is in no prebuilt response.
    if (article.tier === 'paid') return;
    const url = `${apiRoots.live}/articles/${article.slug}`;
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
    if (!content || !('identity' in content)) return;
    const { bytes, etag, headers } = content.identity;
    // Only public responses have a tag.
    if (etag !== undefined) await add(operationAddress(url), bytes, { type: headers[1] ?? '', headers: fields });
  }

  const files = new Map([...pages.keys()].map((path) => [toAddress(path), path]));
  for (const root of [join(folder, parts.site, 'client'), join(folder, 'figures', 'public')]) {
    for (const file of (await listFiles(root)).files) files.set(toAddress(file), join(root, file));
  }
  const articles = library.articles.filter(({ slug }) => files.has(`/articles/${slug}`));
  const ofArticles = new Set(articles.map(({ slug }) => `/articles/${slug}`));
  // Requested most often, so they come first and get the smallest encodings.
  for (const [url, path] of [...files].toSorted(([one], [other]) => compareText(one, other)))
    if (!ofArticles.has(url)) await addFile(url, path);
  for (const article of articles) {
    const url = `/articles/${article.slug}`;
    await addFile(url, files.get(url) ?? '');
    await addArticle(article);
  }
  await writer.end();
  return count;
}

const encoder = `brotli ${process.versions.brotli}, zlib ${process.versions.zlib}`;

/** Encodes bytes, or takes what an earlier build encoded: the slowest levels take most of the time of this step. */
async function encodeOnce(
  identity: Uint8Array,
  { cache, ...about }: { type: string; quality: 5 | 11; cache: PartCache },
): Promise<EncodedBytes> {
  if (!isEncodable(identity, about.type)) return { identity };
  const key = partKey('encoded', encoder, about.type, String(about.quality), sha256(identity));
  const part = cache.find(key);
  if (part) {
    const brBytes = part.readUInt32LE();
    return { identity, br: part.subarray(4, 4 + brBytes), gzip: part.subarray(4 + brBytes) };
  }
  const coded = await encode(identity, about);
  const { br, gzip } = coded;
  if (!br || !gzip) return coded;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(br.length);
  cache.store(key, Buffer.concat([length, br, gzip]));
  return coded;
}

/**
 * Maps `why/index.html` and `why.html` to `/why`, `index.html` to `/`, and `document.json` to the path of its folder.
 */
function toAddress(file: string): string {
  return `/${file}`.replace(/(?:\/index)?\.html$|\/document\.json$/, '') || '/';
}
