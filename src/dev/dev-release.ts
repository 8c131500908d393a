import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Release } from '../release/open-release.ts';
import { toBodyVariants } from '../serve/body-variants.ts';
import { mediaType } from '../serve/media-types.ts';
import { renderPage } from '../serve/pages/astro.ts';
import { getContentType } from '../serve/pages/page-responses.ts';
import type { PrebuiltResponses } from '../serve/prebuilt.ts';
import type { CacheEntry } from '../serve/response-cache.ts';
import type { AstroRenderer } from './astro-renderer.ts';

/** Documents that the build writes as a folder with one file in it (see documentPaths); x402 is rendered at each request. */
const documentPath = /^\/(?:\.well-known\/(?!x402$)|mcp\/)(?:[^.]+\/)*[^./]+$/;

/**
 * Opens a compiled folder as a release whose pages and files Astro's development server renders.
 * @param about.locals locals of the site that is served now
 * @param about.missing HTML of the "not found" page
 */
export function openDevRelease(
  release: Release,
  about: { renderer: AstroRenderer; host: string; locals: () => App.Locals; missing: () => string },
): Release {
  const { renderer, host, locals, missing } = about;
  const figures = new Set(release.figures.filter(({ access }) => access === 'public').map(({ url }) => url));

  async function render(pathname: string): Promise<CacheEntry | undefined> {
    const isDocument = documentPath.test(pathname);
    const url = isDocument ? `${pathname}/document.json` : pathname;
    const page = await renderPage(renderer.handler, { method: 'GET', url, headers: { host } }, locals());
    if (page?.status !== 200) return undefined;
    const isFile = isDocument || extname(pathname) !== '';
    return toEntry(page.body, isFile ? mediaType(pathname, pathname) : getContentType(page));
  }

  const prebuilt: PrebuiltResponses = {
    has: (pathname) => figures.has(pathname) || renderer.hasFile(pathname),
    async read(pathname) {
      if (pathname === '/404') return toEntry(Buffer.from(missing()), 'text/html; charset=utf-8');
      if (!figures.has(pathname)) return renderer.hasFile(pathname) ? render(pathname) : undefined;
      const file = join(release.folder, 'figures', 'public', pathname);
      return toEntry(await readFile(file), mediaType(pathname, pathname));
    },
  };
  return { ...release, prebuilt, loadPages: async () => renderer.handler };
}

function toEntry(identity: Uint8Array, type: string): CacheEntry {
  return { status: 200, headers: [], content: toBodyVariants({ identity }, { type }) };
}
