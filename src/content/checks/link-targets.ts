import { documents } from '../../contract/document-urls.ts';
import { operations } from '../../contract/operations.ts';
import { pageTable } from '../../contract/paths.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { PendingLink } from './link-checks.ts';

/** A target of links: an article or page that was read. */
export interface LinkTarget {
  /** Anchors; undefined when they cannot all be known, as on a page with generated parts that were not given. */
  ids: ReadonlySet<string> | undefined;
  isDraft: boolean;
  releaseAt: number | null;
  /** Has it a `finding`, which the front page may show? */
  hasFinding: boolean;
}

const knownPrefixes = [
  '/.well-known/',
  '/agent/auth/',
  '/api/',
  '/artifacts/',
  '/figures/',
  '/mcp/',
  '/og/',
  '/openapi/',
];
const hasKnownPrefix = (path: string) => knownPrefixes.some((prefix) => path.startsWith(prefix));

/**
 * Paths that the site has beside its articles and pages, from the tables of the contract. A check of the content alone
 * has not read the pages of the software, so they are here too; `tests/content/site-paths.test.ts` compares all of them
 * with the routes.
 */
export const knownPaths: ReadonlySet<string> = new Set([
  ...['/auth.md', '/contact', '/pricing', '/robots.txt', '/search', '/verify', '/why'],
  ...[...pageTable.filter(({ kind }) => kind === 'shared'), ...Object.values(documents), ...Object.values(operations)]
    .map(({ path }) => path)
    .filter((path) => !path.includes('{') && !hasKnownPrefix(path)),
]);
const listPath = /^(\/(?:authors|series|tags)\/[^/.]+)(?:\.(?:md|xml))?$/;

/** Everything a link may lead to. */
export interface LinkTargets {
  articles: ReadonlyMap<string, LinkTarget>;
  pages: ReadonlyMap<string, LinkTarget>;
  /** `/tags/x`, `/authors/x` and `/series/x`, where readers find an article. */
  lists: ReadonlySet<string>;
  /** Is this the path of a file that is served as it is? */
  isFile: (path: string) => boolean;
}

export interface LinkingDocument {
  links: readonly PendingLink[];
  releaseAt: number | null;
}

/** Reports each link that finds nothing, now that everything has been read. */
export function resolveLinks(documents: readonly LinkingDocument[], targets: LinkTargets): void {
  for (const { links, releaseAt } of documents) {
    for (const link of links) resolveLink({ link, from: releaseAt, ...targets });
  }
}

/** @param options.from when the linking document is released, epoch milliseconds; null when it is public already */
export function resolveLink(options: LinkTargets & { link: PendingLink; from: number | null }): void {
  const { link, from, articles, pages } = options;
  const { kind, name } = link.target;
  const pageName = name.replace(/^\//, '').replace(/\.md$/, '');
  const target = kind === 'article' ? articles.get(name) : pages.get(kind === 'page' ? name : pageName);
  if (!target) {
    if (kind === 'path' && isKnown(name, options)) return;
    const lists = kind === 'path' ? Array.from(options.lists, (path) => path.slice(1)) : [];
    reportMissing(link, [...(kind === 'article' ? articles : pages).keys(), ...lists]);
    return;
  }
  if (target.isDraft) {
    link.report(
      'link-resolves',
      link.at,
      `${name} is a draft, which readers cannot open; publish it first, or take the link out`,
    );
    return;
  }
  if ((target.releaseAt ?? 0) > (from ?? 0))
    link.report(
      'link-unreleased',
      link.at,
      `${name} is released later than this; release this with it, or add the link later`,
    );
  if (link.anchor !== '' && target.ids && !target.ids.has(link.anchor)) {
    const meant = didYouMean(link.anchor, target.ids, { mark: '#' });
    link.report('anchor-resolves', link.at, `${name} has no heading #${link.anchor}${meant}`);
  }
}

function isKnown(path: string, { lists, isFile }: LinkTargets): boolean {
  const list = listPath.exec(path)?.[1];
  if (list !== undefined) return lists.has(list);
  return knownPaths.has(path) || hasKnownPrefix(path) || isFile(path);
}

function reportMissing({ target, at, report }: PendingLink, names: readonly string[]): void {
  if (target.kind === 'path') {
    const meant = didYouMean(target.name, [...knownPaths, ...names.map((name) => `/${name}`)]);
    report('link-path-known', at, `The site has no path ${target.name} that is known when it is built${meant}`);
    return;
  }
  const meant = didYouMean(target.name, names, { otherwise: 'name a file that is there' });
  report('link-resolves', at, `There is no ${target.kind} ${target.name}${meant}`);
}
