import type { Token, Tokens } from 'marked';
import { isNode } from './markdown-tokens.ts';

export interface CaptionedTable {
  /** The caption without its mark. */
  caption: readonly Token[];
  table: Tokens.Table;
  /** Index of the table among the tokens. */
  at: number;
}

/** The words that a caption begins with. */
export const captionMark = 'Table: ';

/** A paragraph that begins with `Table: ` is the caption of a table right after it; anywhere else it is a paragraph. */
export function findCaptionedTable(tokens: readonly Token[], index: number): CaptionedTable | undefined {
  const paragraph = tokens[index];
  if (!paragraph || !isNode(paragraph) || paragraph.type !== 'paragraph') return undefined;
  const [first, ...others] = paragraph.tokens;
  if (first?.type !== 'text' || !first.raw.startsWith(captionMark)) return undefined;
  const at = tokens.findIndex(({ type }, position) => position > index && type !== 'space');
  const table = tokens[at];
  if (!table || !isNode(table) || table.type !== 'table') return undefined;
  const opening = { ...first, raw: first.raw.slice(captionMark.length), text: first.text.slice(captionMark.length) };
  return { caption: [opening, ...others], table, at };
}
