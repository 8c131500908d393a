import type { Catalogue } from '../../core/articles.ts';
import { type BoundedMap, createBoundedMap } from '../../core/bounded-map.ts';
import { type Forms, sizeOf } from './content-coding.ts';
import { choosePageType } from './page-types.ts';
import { markdownTwin } from './serve-static.ts';
import type { StaticFile } from './static-files.ts';

/** A page that is the same for everybody, ready to send. */
export interface SharedPage {
  type: string;
  forms: Forms;
}

export interface SharedPages {
  /** Keeps a page as long as the list of released articles is still the one that it was made from. */
  keep(address: string, page: SharedPage, released: object): void;
  /** The page for a path without a query, if it was kept, in the form that an Accept header prefers. */
  find(pathname: string, accept: string | undefined): StaticFile | undefined;
}

/** Their markdown is made on demand, as they are; every other page has its own as a file. */
const withMadeTwin: ReadonlySet<string> = new Set(['/', '/articles']);

const shared =
  /^\/(?:|index\.md|articles(?:\.md|\/[^/]+)?|tags(?:\/[^/]+)?|feed\.(?:xml|atom|json)|rss\.xml|sitemap\.(?:xml|md)|llms\.txt)$/;

/** Is this page made from released articles alone, and so the same for every reader until the next release? */
export function isShared(pathname: string): boolean {
  return shared.test(pathname);
}

/** Has this page a markdown form that another address also gives? */
export function hasTwin(pathname: string): boolean {
  return withMadeTwin.has(pathname) || pathname.startsWith('/articles/');
}

/** Where what an Accept header prefers is made; undefined when neither form of the page will do. */
export function chooseAddress(pathname: string, accept: string | null): string | undefined {
  if (!hasTwin(pathname)) return pathname;
  const wanted = choosePageType(accept);
  return wanted === 'text/markdown' && withMadeTwin.has(pathname) ? markdownTwin(pathname) : wanted && pathname;
}

const longestSeconds = 300;

/** How long a page may be fresh elsewhere: not past the next release. */
export function cacheControlOf(catalogue: Catalogue, now: number): string {
  const untilRelease = Math.floor(((catalogue.nextReleaseAt() ?? Number.POSITIVE_INFINITY) - now) / 1000);
  return `public, max-age=${Math.max(0, Math.min(longestSeconds, untilRelease))}`;
}

/** Bytes of pages; at most twice as many. */
const keptCapacity = 16 * 1024 * 1024;

/** @param now epoch milliseconds */
export function createSharedPages(catalogue: Catalogue, now: () => number): SharedPages {
  const kept = new WeakMap<object, BoundedMap<string, SharedPage>>();
  return {
    keep(address, page, released) {
      const pages = kept.get(released) ?? createBoundedMap(keptCapacity, ({ forms }: SharedPage) => sizeOf(forms));
      kept.set(released, pages);
      pages.set(address, page);
    },
    find(pathname, accept) {
      const address = chooseAddress(pathname, accept ?? null);
      const page = address === undefined ? undefined : kept.get(catalogue.list())?.get(address);
      return page && { ...page.forms, type: page.type, cacheControl: cacheControlOf(catalogue, now()) };
    },
  };
}
