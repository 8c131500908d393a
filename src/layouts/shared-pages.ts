import { type BoundedMap, createBoundedMap } from '../core/bounded-map.ts';
import { type Forms, makeForms, sizeOf } from '../server/content-coding.ts';

/** A page that is the same for everybody, ready to send. */
export interface SharedPage {
  type: string;
  forms: Forms;
}

/** Markdown form, made on demand as they are, of these pages; every other one has its own as a file. */
export const twins: Readonly<Record<string, string>> = { '/': '/index.md', '/articles': '/articles.md' };

const shared =
  /^\/(?:|index\.md|articles(?:\.md|\/[^/]+)?|tags(?:\/[^/]+)?|feed\.(?:xml|atom|json)|rss\.xml|sitemap\.(?:xml|md)|llms\.txt)$/;

/** Has this page a markdown form that another address also gives? */
export function hasTwin(pathname: string): boolean {
  return pathname in twins || pathname.startsWith('/articles/');
}

/** Is this page made from released articles alone, and so the same for every reader until the next release? */
export function isShared(pathname: string): boolean {
  return shared.test(pathname);
}

/** Bytes of pages; at most twice as many. */
const keptCapacity = 16 * 1024 * 1024;

/** Pages rendered since the list of released articles last changed: a new list object begins anew. */
const kept = new WeakMap<object, BoundedMap<string, SharedPage>>();

/**
 * A rendered page by address, rendered at most once per release.
 * @param released identity of the list of released articles
 * @returns undefined when `render` did not answer 200
 */
export async function findSharedPage(
  about: { released: object; address: string; isKept: boolean },
  render: () => Promise<Response>,
): Promise<{ page: SharedPage } | { response: Response }> {
  const pages =
    kept.get(about.released) ?? createBoundedMap<string, SharedPage>(keptCapacity, ({ forms }) => sizeOf(forms));
  kept.set(about.released, pages);
  const known = pages.get(about.address);
  if (known) return { page: known };
  const response = await render();
  if (response.status !== 200) return { response };
  const page = await makePage(response);
  if (about.isKept) pages.set(about.address, page);
  return { page };
}

async function makePage(response: Response): Promise<SharedPage> {
  const type = response.headers.get('content-type') ?? 'text/html';
  return {
    type: type === 'text/html' ? 'text/html; charset=utf-8' : type,
    forms: await makeForms(new Uint8Array(await response.arrayBuffer())),
  };
}
