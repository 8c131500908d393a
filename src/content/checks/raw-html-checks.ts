import type { Report } from '../load/rules.ts';
import type { Node, TokenPosition } from '../markdown/markdown-tokens.ts';
import { findRefusedHtml, findUnbalanced, isAllowedTag, isPreviewMarker } from '../markdown/raw-html.ts';
import type { PreviewMarker } from './markdown-source.ts';

interface Piece {
  raw: string;
  at: number;
}

/** Reports raw HTML that is not allowed where it is. */
export function checkRawHtml(placed: readonly TokenPosition[], report: Report): void {
  const siblings = new Map<Node | undefined, Piece[]>();
  for (const { node, at, parent } of placed) {
    if (node.type !== 'html') continue;
    const refused = findRefusedHtml(node.raw);
    if (refused !== -1) {
      report('html-allowed', at + refused, explainRefusal(node.raw.slice(refused)));
      continue;
    }
    siblings.set(parent, [...(siblings.get(parent) ?? []), { raw: node.raw, at }]);
  }
  for (const pieces of siblings.values()) {
    const unbalanced = findUnbalanced(pieces.map(({ raw }) => raw));
    if (unbalanced) {
      report(
        'html-allowed',
        pieces[unbalanced.piece]?.at ?? 0,
        `<${unbalanced.tag}> is not opened and closed in the same place`,
      );
    }
  }
}

function explainRefusal(html: string): string {
  if (html.startsWith('<!--') && !html.includes('-->'))
    return 'This comment has no end, so all that follows is lost; take it out';
  if (html.startsWith('<!--')) return 'A comment would be published with the Markdown; take it out';
  const tag = /^<\/?([\w-]+)/.exec(html)?.[1]?.toLowerCase();
  if (tag && isAllowedTag(tag)) return `<${tag}> is allowed only without attributes`;
  return `${tag ? `<${tag}>` : 'This'} is not allowed; write Markdown instead`;
}

/** Finds `<!-- more -->` and reports those that cannot end a preview. */
export function checkPreviewMarker(placed: readonly TokenPosition[], report: Report): PreviewMarker | undefined {
  let marker: PreviewMarker | undefined;
  let index = -1;
  const openedBefore: string[] = [];
  for (const { node, at, parent } of placed) {
    if (!parent) index += 1;
    if (node.type !== 'html') continue;
    if (!isPreviewMarker(node.raw)) {
      if (!parent && !marker) openedBefore.push(node.raw);
      continue;
    }
    if (parent)
      report('preview-marker', at, '<!-- more --> is inside a list, quote or paragraph; put it between blocks');
    else if (marker)
      report('preview-marker', at, '<!-- more --> is here a second time; keep the one where the preview ends');
    else if (findUnbalanced(openedBefore)) report('preview-marker', at, '<!-- more --> is inside <details>');
    else marker = { index, at, end: at + node.raw.length };
  }
  return marker;
}
