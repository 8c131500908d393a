import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createUrls } from '../contract/urls.ts';
import { publication } from '../library/current-publication.ts';
import { replaceArticles, savedFolder } from '../library/saved-articles.ts';
import type { Release } from '../release/open-release.ts';
import { computeEtag, encode, toBodyVariants } from '../serve/body-variants.ts';
import { createFixedHeaders, responseKind } from '../serve/fixed-headers.ts';
import { mediaType } from '../serve/media-types.ts';
import { renderPage } from '../serve/pages/astro.ts';
import { getContentType } from '../serve/pages/page-responses.ts';
import type { CacheEntry, PrebuiltResponses } from '../serve/response-cache.ts';
import { buildDocuments } from '../site/discovery-documents.ts';
import { readExamples } from '../site/library-access.ts';
import type { AstroRenderer } from './astro-renderer.ts';

/** Do the articles of the second release replace those of the first without changing any list of them? */
export function hasSameArticles(compiled: Release, saved: Release): boolean {
  return saved.open.articles.every(({ slug, id, tier }) =>
    compiled.open.articles.some((known) => known.slug === slug && known.id === id && known.tier === tier),
  );
}

/** A release with the articles of another one, which were saved since, in the place of its own. */
export function joinReleases(compiled: Release, saved: Release): Release {
  return {
    ...compiled,
    open: { ...compiled.open, articles: replaceArticles(compiled.open.articles, saved.open.articles) },
    paid: { ...compiled.paid, articles: replaceArticles(compiled.paid.articles, saved.paid.articles) },
    figures: [...compiled.figures, ...saved.figures],
    paidFigures: new Map([...compiled.paidFigures, ...saved.paidFigures]),
    close: saved.close,
  };
}

/**
 * Opens a compiled folder as a release whose pages and files Astro's development server renders.
 * @param about.locals locals of the site that is served now
 * @param about.missing HTML of the "not found" page
 */
export function openDevRelease(
  release: Release,
  about: { renderer: AstroRenderer; baseUrl: string; locals: () => App.Locals; missing: () => string },
): Release {
  const { renderer, baseUrl, locals, missing } = about;
  const { host } = new URL(baseUrl);
  const fixed = createFixedHeaders(baseUrl);
  const figures = new Set(release.figures.filter(({ access }) => access === 'public').map(({ url }) => url));
  const { pages, articles } = release.open;
  const names = new Set(['default', ...pages.map(({ name }) => name), ...articles.map(({ slug }) => slug)]);
  const documents = buildDocuments({
    ...{ publication, library: release.open, now: Date.now(), examples: readExamples() },
    urls: createUrls(baseUrl, publication.formerUrls),
  });
  const has = (pathname: string) =>
    figures.has(pathname) || documents.has(pathname) || renderer.hasFile(pathname, names);

  async function render(pathname: string): Promise<CacheEntry | undefined> {
    const page = await renderPage(renderer.handler, { method: 'GET', url: pathname, headers: { host } }, locals());
    if (page?.status !== 200) return undefined;
    return toEntry(page.body, extname(pathname) ? mediaType(pathname, pathname) : getContentType(page));
  }

  /** As a build writes it, but for the level of compression. */
  async function toEntry(bytes: Uint8Array, type: string): Promise<CacheEntry> {
    const coded = await encode(bytes, { type, quality: 5 });
    const content = toBodyVariants(coded, { type, tag: computeEtag(bytes) });
    return { status: 200, headers: fixed(responseKind(type)), content };
  }

  const prebuilt: PrebuiltResponses = {
    has,
    async read(pathname) {
      if (pathname === '/404') return toEntry(Buffer.from(missing()), 'text/html; charset=utf-8');
      const document = documents.get(pathname);
      if (document) return toEntry(Buffer.from(document), mediaType(pathname, pathname));
      if (!figures.has(pathname)) return has(pathname) ? render(pathname) : undefined;
      return toEntry(await readFigure(release.folder, pathname), mediaType(pathname, pathname));
    },
  };
  return { ...release, prebuilt, loadPages: async () => renderer.handler };
}

/** A figure of an article that was saved since is in a folder of its own. */
async function readFigure(folder: string, pathname: string): Promise<Buffer> {
  const nameIn = (root: string) => join(root, 'figures', 'public', pathname);
  return readFile(nameIn(savedFolder(folder))).catch(() => readFile(nameIn(folder)));
}
