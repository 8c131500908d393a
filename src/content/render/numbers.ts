import type { Token, Tokens } from 'marked';
import { findLabel } from '../markdown/label-syntax.ts';
import { childrenOf, isNode, type Node } from '../markdown/markdown-tokens.ts';
import { isDecorative } from '../markdown/plain-text.ts';
import { findCaptionedTable } from '../markdown/table-captions.ts';

export interface Counts {
  tables: number;
  figures: number;
  equations: number;
}

export interface FigureParagraph {
  image: Tokens.Image;
  label: string | undefined;
  /** Has it a caption or a name, and so a number? */
  isNumbered: boolean;
}

/** A paragraph that is nothing but a picture, with or without a label behind it. */
export function findFigure(node: Tokens.Paragraph): FigureParagraph | undefined {
  const [image, label, ...others] = node.tokens.filter((token) => token.raw.trim() !== '');
  if (!image || others.length > 0 || !isNode(image) || image.type !== 'image') return undefined;
  const hasCaption = Boolean(image.title) && !isDecorative(image.title);
  const name = findLabel(node.tokens);
  if (label && name === undefined) return undefined;
  return { image, label: name, isNumbered: hasCaption || name !== undefined };
}

/**
 * Numbers everything that is labelled in some tokens, as rendering will. Notes are left out: they are numbered after
 * the text. A preview is counted by itself, so that no number in it depends on paid text.
 */
export function numberLabels(tokens: readonly Token[]): Map<string, number> {
  const counts: Counts = { tables: 0, figures: 0, equations: 0 };
  const numbers = new Map<string, number>();
  const walk = (inside: readonly Token[]) => {
    for (const [index, token] of inside.entries()) {
      if (!isNode(token) || token.type === 'footnote_definition') continue;
      const caption = findCaptionedTable(inside, index)?.caption;
      const label = caption && findLabel(caption);
      if (label) numbers.set(label, counts.tables + 1);
      count(token);
      walk(childrenOf(token));
    }
  };
  const count = (node: Node) => {
    if (node.type === 'table') counts.tables += 1;
    if (node.type === 'chart') {
      counts.figures += 1;
      if (node.label) numbers.set(node.label, counts.figures);
    }
    if (node.type === 'math' && node.label) {
      counts.equations += 1;
      numbers.set(node.label, counts.equations);
    }
    const figure = node.type === 'paragraph' ? findFigure(node) : undefined;
    if (!figure?.isNumbered) return;
    counts.figures += 1;
    if (figure.label) numbers.set(figure.label, counts.figures);
  };
  walk(tokens);
  return numbers;
}
