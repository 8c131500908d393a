import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { readDestination } from '../markdown/destinations.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';
import { flatten, toPlainText } from '../markdown/plain-text.ts';

/** A link whose target is looked up once all files have been read. */
export interface PendingLink {
  target: { kind: 'article' | 'page' | 'path'; name: string };
  anchor: string;
  at: number;
  report: Report;
}

/** A URL on another site, for the check that goes out. */
export interface OutsideLink {
  url: string;
  at: number;
  report: Report;
}

export interface CheckedLinks {
  pending: PendingLink[];
  external: OutsideLink[];
}

const empty = /^(?:here|click here|this|link|this link|read more|more)$/i;
const articlePath = /^\/articles\/([^/.]+)(?:\.(?:md|pdf|bib|ris|csl\.json|linkset\.json)|\/versions\/[^/]+)?$/;

/** @param options.ids anchors of this document; undefined when they cannot all be known. */
export function checkLinks(
  placed: readonly TokenPosition[],
  options: { folder: 'articles' | 'pages'; ids: ReadonlySet<string> | undefined; report: Report },
): CheckedLinks {
  const { folder, ids, report } = options;
  const checked: CheckedLinks = { pending: [], external: [] };
  for (const { node, at } of placed) {
    if (node.type !== 'link') continue;
    const text = flatten(toPlainText(node.tokens));
    if (text === '' && !node.tokens.some(({ type }) => type === 'image'))
      report('link-text', at, 'This link has no text');
    if (empty.test(text)) report('link-text', at, `"${text}" does not say where the link goes`);

    const destination = readDestination(node.href, folder);
    switch (destination.kind) {
      case 'unsafe':
        report('link-safe', at, `The link ${node.href} is refused: ${destination.reason}`);
        break;
      case 'external':
        if (/^https?:/.test(destination.url)) checked.external.push({ url: destination.url, at, report });
        break;
      case 'anchor':
        if (ids && !ids.has(destination.anchor)) {
          const some = Array.from(ids.values().take(3), (id) => `#${id}`);
          const otherwise = some.length > 0 ? `there is ${some.join(', ')}` : undefined;
          const meant = didYouMean(destination.anchor, ids, { mark: '#', otherwise });
          report('anchor-resolves', at, `There is no heading #${destination.anchor}${meant}`);
        }
        break;
      case 'content':
        checked.pending.push({
          target: { kind: destination.folder === 'articles' ? 'article' : 'page', name: destination.name },
          anchor: destination.anchor,
          at,
          report,
        });
        break;
      case 'site':
        checked.pending.push({ target: findTarget(destination.path), anchor: destination.anchor, at, report });
        break;
    }
  }
  return checked;
}

/** Finds the target of a path on this site, whatever its query. */
export function findTarget(path: string): PendingLink['target'] {
  const [name = ''] = path.split('?', 1);
  const slug = articlePath.exec(name)?.[1];
  return slug ? { kind: 'article', name: slug } : { kind: 'path', name };
}
