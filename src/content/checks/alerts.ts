import { alertKinds, isAlertKind } from '../markdown/alerts.ts';
import type { Placed } from '../markdown/tokens.ts';
import { nearest } from './nearest.ts';
import type { Report } from './rules.ts';

/** Reports quotes that look like alerts of a kind there is not. */
export function checkAlerts(placed: readonly Placed[], report: Report): void {
  const kinds: readonly string[] = alertKinds;
  for (const { node, at } of placed) {
    if (node.type !== 'blockquote') continue;
    const kind = /^\s*> ?\[!(\w+)\]/.exec(node.raw)?.[1]?.toLowerCase();
    if (!kind) continue;
    if (isAlertKind(kind)) {
      report('alert-kind', at, `Nothing may follow [!${kind.toUpperCase()}] on its line`);
      continue;
    }
    const meant = nearest(kind, kinds)?.toUpperCase();
    report('alert-kind', at, `There is no alert ${kind.toUpperCase()}${meant ? `; did you mean ${meant}?` : ''}`);
  }
}
