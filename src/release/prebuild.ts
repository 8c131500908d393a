import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiRoots } from '../contract/operation.ts';
import { articleFormats } from '../contract/paths.ts';
import { listTranslations, ofList } from '../core/articles.ts';
import type { Services } from '../core/services.ts';
import { inParallel } from '../library/in-parallel.ts';
import type { PublicArticle } from '../library/library.ts';
import { compareText, listFiles } from '../library/list-files.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { splitArticles } from '../search/segment.ts';
import { isEncodable } from '../serve/body-variants.ts';
import { createFixedHeaders, responseKind } from '../serve/fixed-headers.ts';
import { mediaType } from '../serve/media-types.ts';
import { renderArticleFormat } from '../serve/pages/article-formats.ts';
import { operationKey } from '../serve/response-cache.ts';
import type { App } from '../serve/serve.ts';
import type { EarlierParts } from './earlier-parts.ts';
import { encoder, type Item, openEncodedFile, type Quality } from './encoded-file.ts';
import { measureResponses } from './prebuilt-responses.ts';

/** The prerendered pages of a site. */
export interface SitePages {
  /** Those that are not of an article, by their paths in `client/`. */
  pages: ReadonlyMap<string, Uint8Array>;
  /** Has an article a page of its own among them? Not if a public file is in its place, or if it is an older one. */
  has(slug: string): boolean;
  /** Names all that the page of such an article depends on, and its other responses but for a scheduled translation. */
  keyOf(slug: string): string;
  /** The page of an article, from an earlier build if it is the same. */
  renderArticle(slug: string): Promise<Uint8Array>;
}

interface Sources {
  services: Services;
  app: Pick<App, 'createEntry'>;
  site: SitePages;
}

/**
 * Text to compress well. Brotli 10 takes half a second for a megabyte; 11 takes a second and a half, and saves 2.6 % of
 * the bytes.
 */
const bestBytes = 10 * 1024 * 1024;

/** Several at once: a page may wait for a picture. */
export const renderedAtOnce = 8;

/**
 * Writes every response that is known at build time into the release: pages, files and, for each article with a page,
 * the responses of its formats and of the API. The server's own code creates them. The responses of some articles are
 * one file, which is taken from an earlier release if nothing has changed of what they depend on.
 * @param about the parts of a service over the folder, at a time when all of its articles are released, the pages, the
 *   cache of what earlier builds encoded, and the earlier releases
 * @param about.settings digest of everything but the library on which responses depend
 * @returns the number of responses
 */
export async function prebuildResponses(
  folder: string,
  about: Sources & { settings: string; cache: PartCache; earlier: Pick<EarlierParts, 'take'> },
): Promise<number> {
  const { services, site, settings, cache, earlier } = about;
  const place = join(folder, parts.responses);
  const listResponses = createResponseLister(about);
  let count = 0;
  let spent = 0;
  const chooseQuality = (): Quality => (spent < bestBytes ? 10 : 5);

  /** Names all that the responses of some articles depend on. */
  function nameGroup(group: readonly PublicArticle[], quality: Quality): string {
    const { articles } = services.library;
    const inputs = group.map((article) => [site.keyOf(article.slug), listScheduled(article, articles)]);
    return partKey('responses', encoder, settings, String(quality), JSON.stringify(inputs));
  }

  /** @returns the path of the file, which has all responses of these articles */
  async function writeGroup(group: readonly PublicArticle[]): Promise<string> {
    const quality = chooseQuality();
    const name = nameGroup(group, quality);
    const path = join(place, name);
    if (await earlier.take(`${parts.responses}/${name}`, folder)) return path;
    const lists = new Map<PublicArticle, Item[]>();
    const work = async (article: PublicArticle) => {
      lists.set(article, await listResponses(article));
    };
    await inParallel(group, { width: renderedAtOnce, work });
    const file = openEncodedFile(path, cache);
    for (const article of group) await file.add(lists.get(article) ?? [], quality);
    await file.end();
    if (nameGroup(group, quality) === name) return path;
    // An article was released in between: a page that mentions it has another name.
    await rm(path);
    return writeGroup(group);
  }

  await mkdir(place);
  const file = openEncodedFile(join(place, 'site'), cache);
  // Requested most often, so they come first and get the smallest encodings.
  for await (const item of readFiles(folder, about)) {
    const quality = chooseQuality();
    if (isEncodable(item.bytes, item.type)) spent += item.bytes.byteLength;
    count += 1;
    await file.add([item], quality);
  }
  await file.end();
  for (const group of splitArticles(services.library.articles.filter(({ slug }) => site.has(slug)))) {
    const written = measureResponses(await writeGroup(group));
    count += written.count;
    spent += written.encodedBytes;
  }
  return count;
}

/** The files of the site and its pages that are not of an article. */
async function* readFiles(folder: string, { services, site }: Pick<Sources, 'services' | 'site'>) {
  const fixed = createFixedHeaders(services.urls.base);
  const files = new Map([...site.pages.keys()].map((path) => [toUrlPath(path), path]));
  for (const root of [join(folder, parts.site, 'client'), join(folder, 'figures', 'public')]) {
    for (const file of (await listFiles(root)).files) files.set(toUrlPath(file), join(root, file));
  }
  for (const [url, path] of [...files].toSorted(([one], [other]) => compareText(one, other))) {
    const type = mediaType(url, path);
    const bytes = site.pages.get(path) ?? (await readFile(path));
    yield { url, bytes, type, headers: fixed(responseKind(type)) };
  }
}

/** @returns a function that creates the responses of an article: its page, its formats, and that of the API */
function createResponseLister({ services, app, site }: Sources) {
  const { urls, library } = services;
  const fixed = createFixedHeaders(urls.base);

  return async (article: PublicArticle): Promise<Item[]> => {
    const { slug, tier } = article;
    const url = `/articles/${slug}`;
    const type = mediaType(url, `${slug}.html`);
    const page = { url, bytes: await site.renderArticle(slug), type, headers: fixed(responseKind(type)) };
    const formats = articleFormats.flatMap((format): Item[] => {
      const text = renderArticleFormat(article, format, urls);
      const about = { type: mediaType(url + format, url + format), headers: fixed('document') };
      return text === undefined ? [] : [{ url: url + format, bytes: Buffer.from(text), ...about }];
    });
    // The price of a paid one is in no prebuilt response, and an article names its translations from their release on.
    const isStable = listScheduled(article, library.articles).length === 0;
    return [page, ...formats, ...(tier === 'free' && isStable ? await requestArticle(slug) : [])];
  };

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
}

const scheduledOf = ofList(
  (articles) => new Set(articles.flatMap(({ slug, releaseAt }) => (releaseAt === null ? [] : [slug]))),
);

/** The slugs of an article and its translations that are released later. */
function listScheduled(article: PublicArticle, articles: readonly PublicArticle[]): string[] {
  const scheduled = scheduledOf(articles);
  return listTranslations(article, articles).flatMap(({ slug }) => (scheduled.has(slug) ? [slug] : []));
}

/**
 * Maps `why/index.html` and `why.html` to `/why`, `index.html` to `/`, and `document.json` to the path of its folder.
 */
function toUrlPath(file: string): string {
  return `/${file}`.replace(/(?:\/index)?\.html$|\/document\.json$/, '') || '/';
}
