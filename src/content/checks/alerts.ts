import { alertKinds } from '../markdown/alerts.ts';
import type { TokenPosition } from '../markdown/tokens.ts';
import { didYouMean } from './nearest.ts';
import type { Report } from './rules.ts';

/** Reports quotes that look like alerts of a kind there is not. */
export function checkAlerts(placed: readonly TokenPosition[], report: Report): void {
  const kinds = alertKinds.map((known) => known.toUpperCase());
  for (const { node, at } of placed) {
    if (node.type !== 'blockquote') continue;
    const kind = /^\s*> ?\[!(\w+)\]/.exec(node.raw)?.[1]?.toUpperCase();
    if (!kind) continue;
    const message = kinds.includes(kind)
      ? `Nothing may follow [!${kind}] on its line`
      : `There is no alert ${kind}${didYouMean(kind, kinds)}`;
    report('alert-kind', at, message);
  }
}
