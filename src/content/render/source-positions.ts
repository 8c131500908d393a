import type { MarkdownDocument } from '../checks/markdown-source.ts';
import type { Node } from '../markdown/markdown-tokens.ts';
import type { Mark } from './render-tokens.ts';

/** Where in its file a part of the HTML comes from, as a comment. */
export const placeMark = /<!--at (\d+):(\d+)-->/g;

/** Marks each token of a document with its line and column, for tools that attach notes there. */
export function markPositions(document: MarkdownDocument): Mark {
  const places = new Map<Node, number>(document.placed.map(({ node, at }) => [node, at]));
  return (node) => {
    const at = places.get(node);
    if (at === undefined || node.type === 'space') return '';
    const { line, column } = document.positionOf(at);
    return `<!--at ${line}:${column}-->`;
  };
}
