import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { alertKinds } from '../markdown/alerts.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';

/** Reports quotes that look like alerts of a kind there is not. */
export function checkAlerts(placed: readonly TokenPosition[], report: Report): void {
  const kinds = alertKinds.map((known) => known.toUpperCase());
  for (const { node, at } of placed) {
    if (node.type !== 'blockquote') continue;
    const kind = /^\s*> ?\[!([\p{L}\p{M}\w]+)\]/u.exec(node.raw)?.[1]?.toUpperCase();
    if (!kind) continue;
    const message = kinds.includes(kind)
      ? `Nothing may follow [!${kind}] on its line`
      : `There is no alert ${kind}${didYouMean(kind, kinds)}`;
    report('alert-kind', at, message);
  }
}
