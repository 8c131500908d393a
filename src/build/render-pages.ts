import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteData } from 'astro';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { ofList } from '../core/articles.ts';
import { inParallel } from '../library/in-parallel.ts';
import type { PublicArticle } from '../library/library.ts';
import { createMemo, type PartCache, partKey } from '../library/part-cache.ts';
import { renderedAtOnce, type SitePages } from '../release/prebuild.ts';
import { listPageInputs } from '../site/article-page.ts';
import { listPrerendered, readCatalogue } from '../site/library-access.ts';
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

/**
 * Renders the prerendered pages of a site with the modules of its bundle, those of articles when they are asked for.
 * @param about.origin scheme, host and port of the publication
 * @param about.settings digest of everything but the library on which every page depends
 * @param about.cache pages of earlier builds
 * @returns `close` removes the modules of the bundle
 */
export async function renderPages(
  site: string,
  about: { origin: string; settings: string; cache: PartCache },
): Promise<SitePages & { close(): Promise<void> }> {
  const { origin, settings, cache } = about;
  const memo = createMemo(cache, settings);
  const renderer = await openRenderer(site);
  const pages = new Map<string, Uint8Array>();
  // Until an article is released, a page depends on the same.
  const keysOf = ofList(() => new Map<string, string>());
  const prerendered = new Map(listPrerendered().map((article) => [pathOf(article.slug), article]));
  const paths = new Map<string, RouteData>();
  const ofArticles = new Map<string, { article: PublicArticle; routeData: RouteData }>();
  for (const { pathname, route } of await new StaticPaths(renderer).getAll()) {
    const path = nameFile(pathname, route);
    const article = prerendered.get(path);
    if (existsSync(join(site, 'client', path)))
      process.stderr.write(`${path} is a public file, so the page of this name is not rendered.\n`);
    else if (article) ofArticles.set(article.slug, { article, routeData: route });
    else if (!paths.has(path)) paths.set(path, route);
  }
  const work = async ([path, route]: [string, RouteData]) => {
    pages.set(path.slice(1), await renderPage(path, route));
  };
  await inParallel(paths, { width: renderedAtOnce, work });
  return {
    pages,
    has: (slug) => ofArticles.has(slug),
    keyOf,
    async renderArticle(slug) {
      const key = keyOf(slug);
      const known = cache.find(key);
      if (known) return known;
      const page = await renderPage(pathOf(slug), find(slug).routeData);
      // An article may have been released in between.
      if (keyOf(slug) === key) cache.store(key, page);
      return page;
    },
    close: () => rm(join(site, rendererFolder), { recursive: true }),
  };

  async function renderPage(path: string, routeData: RouteData): Promise<Uint8Array> {
    const request = new Request(new URL(encodeURI(path), origin));
    const response = await renderer.render(request, { routeData, locals: { memo } });
    if (!response.body || (response.status >= 300 && response.status < 400))
      throw new Error(`${path} has no content (status ${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Astro would take a millisecond to find out that a page is known. */
  function keyOf(slug: string): string {
    const keys = keysOf(readCatalogue().list());
    const key =
      keys.get(slug) ?? partKey('page', settings, pathOf(slug), JSON.stringify(listPageInputs(find(slug).article)));
    keys.set(slug, key);
    return key;
  }

  function find(slug: string) {
    const found = ofArticles.get(slug);
    if (!found) throw new Error(`The page of ${slug} is not prerendered.`);
    return found;
  }
}

/** Path of the file of an article's page. */
function pathOf(slug: string): string {
  return `/articles/${slug}.html`;
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
