import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteData } from 'astro';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { inParallel } from '../library/in-parallel.ts';
import { createMemo, type PartCache, partKey } from '../library/part-cache.ts';
import { listPageInputs } from '../site/article-page.ts';
import { listPrerendered } from '../site/library-access.ts';
import { findRenderer, pageStyles, rendererFolder } from './page-bundle.ts';

/** The part of Astro's `BuildApp` that renders pages. */
type Renderer = ConstructorParameters<typeof StaticPaths>[0] & {
  setInternals(internals: { pagesByKeys: ReadonlyMap<string, unknown> }): void;
  setOptions(options: { settings: { scripts: [] }; logger: { options: { destination: Destination } } }): void;
  render(request: Request, options: { routeData: RouteData; locals: Partial<App.Locals> }): Promise<Response>;
};

interface Destination {
  write(line: { level: string; message: string }): boolean;
}

/** Several at once: a page may wait for a picture. */
const concurrency = 8;

/**
 * Renders every prerendered page of a site with the modules of its bundle, and removes these.
 * @param about.origin scheme, host and port of the publication
 * @param about.settings digest of everything but the library on which every page depends
 * @param about.cache pages of earlier builds
 * @returns the pages by their paths in `client/`
 */
export async function renderPages(
  site: string,
  about: { origin: string; settings: string; cache: PartCache },
): Promise<Map<string, Uint8Array>> {
  const { origin, settings, cache } = about;
  const memo = createMemo(cache, settings);
  const renderer = await openRenderer(site);
  const pages = new Map<string, Uint8Array>();
  const articles = new Map(listPrerendered().map((article) => [`/articles/${article.slug}.html`, article]));
  const paths = new Map<string, RouteData>();
  for (const { pathname, route } of await new StaticPaths(renderer).getAll()) {
    const path = nameFile(pathname, route);
    if (!paths.has(path)) paths.set(path, route);
  }
  await inParallel(paths, { width: concurrency, work: ([path, route]) => renderPage(path, route) });
  await rm(join(site, rendererFolder), { recursive: true });
  return pages;

  async function renderPage(path: string, routeData: RouteData): Promise<void> {
    if (existsSync(join(site, 'client', path))) {
      process.stderr.write(`${path} is a public file, so the page of this name is not rendered.\n`);
      return;
    }
    const key = nameArticlePage(path);
    const known = key && cache.find(key);
    if (known) {
      pages.set(path.slice(1), known);
      return;
    }
    const request = new Request(new URL(encodeURI(path), origin));
    const response = await renderer.render(request, { routeData, locals: { memo } });
    if (!response.body || (response.status >= 300 && response.status < 400))
      throw new Error(`${path} has no content (status ${response.status}).`);
    const page = new Uint8Array(await response.arrayBuffer());
    // An article may have been released in between.
    if (key !== undefined && nameArticlePage(path) === key) cache.store(key, page);
    pages.set(path.slice(1), page);
  }

  /** Key of the page of an article among the parts. Astro would take a millisecond to find it. */
  function nameArticlePage(path: string): string | undefined {
    const article = articles.get(path);
    return article && partKey('page', settings, path, JSON.stringify(listPageInputs(article)));
  }
}

async function openRenderer(site: string): Promise<Renderer> {
  const { app }: { app: Renderer } = await import(pathToFileURL(await findRenderer(site)).href);
  const pages: [string, unknown][] = JSON.parse(await readFile(join(site, rendererFolder, pageStyles), 'utf8'));
  app.setInternals({ pagesByKeys: new Map(pages) });
  const destination: Destination = {
    write({ level, message }) {
      return level !== 'warn' && level !== 'error' ? true : process.stderr.write(`${message}\n`);
    },
  };
  app.setOptions({ settings: { scripts: [] }, logger: { options: { destination } } });
  return app;
}

/** Path of the file of a page, which is also the path of the request that Astro renders: see `build.format`. */
function nameFile(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (type === 'endpoint') return `/${path}`;
  return `/${path === '' ? 'index' : path}.html`;
}
