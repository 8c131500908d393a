import type { Token, Tokens } from 'marked';
import { environmentLabels } from './environments.ts';
import type { Heading } from './headings.ts';
import { findAttributes, findLabel } from './label-syntax.ts';
import { type EnvironmentToken, getChildren, isNode, type Node, type Numbers, type Room } from './markdown-tokens.ts';
import { isDecorative } from './plain-text.ts';
import { findCaptionedTable } from './table-captions.ts';

export interface FigureParagraph {
  image: Tokens.Image;
  label: string | undefined;
  room: Room | undefined;
  /** Has it a caption or a name, and so a number? */
  isNumbered: boolean;
}

/** A paragraph that is nothing but a picture, with or without a label behind it. */
export function findFigure(node: Tokens.Paragraph): FigureParagraph | undefined {
  const [image, label, ...others] = node.tokens.filter((token) => token.raw.trim() !== '');
  if (!image || others.length > 0 || !isNode(image) || image.type !== 'image') return undefined;
  const hasCaption = Boolean(image.title) && !isDecorative(image.title);
  const attributes = findAttributes(node.tokens);
  if (label && !attributes) return undefined;
  const { label: name, room } = attributes ?? {};
  return { image, label: name, room, isNumbered: hasCaption || name !== undefined };
}

/** The pictures of a figure that has several, with the letter of each. */
export function findSubfigures(
  figure: EnvironmentToken,
): { node: Tokens.Paragraph; part: FigureParagraph; letter: string }[] {
  const parts = figure.tokens.flatMap((node) => {
    if (!isNode(node) || node.type !== 'paragraph') return [];
    const part = findFigure(node);
    return part ? [{ node, part }] : [];
  });
  return parts.map((found, index) => ({ ...found, letter: String.fromCodePoint(97 + index) }));
}

/**
 * Numbers everything that can be referred to in some tokens, as rendering will. Notes are left out: they are numbered
 * after the text. A preview is counted by itself, so that no number in it depends on paid text.
 */
export function numberTokens(tokens: readonly Token[], headings: readonly Heading[]): Numbers {
  const counts = new Map<string, number>();
  const labels = new Map<string, string>();
  const environments = new Map<Node, string>();
  const sections = new Map<Token, Heading>(headings.map((heading) => [heading.token, heading]));
  const count = (kind: string, label?: string) => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    if (label) labels.set(label, String(number));
    return String(number);
  };
  const walk = (inside: readonly Token[]) => {
    for (const [index, token] of inside.entries()) {
      if (!isNode(token) || token.type === 'footnote_definition') continue;
      const caption = findCaptionedTable(inside, index)?.caption;
      const label = caption && findLabel(caption);
      if (label) labels.set(label, String((counts.get('tbl') ?? 0) + 1));
      if (token.type === 'environment') countEnvironment(token);
      else countNode(token);
      if (token.type !== 'environment' || token.kind !== 'figure') walk(getChildren(token));
    }
  };
  const countEnvironment = (node: EnvironmentToken) => {
    const kind = environmentLabels[node.kind];
    if (kind === 'proof') return;
    const number = count(kind, findLabel(node.title));
    environments.set(node, number);
    if (node.kind !== 'figure') return;
    for (const { part, letter } of findSubfigures(node)) if (part.label) labels.set(part.label, number + letter);
  };
  const countNode = (node: Node) => {
    if (node.type === 'table') count('tbl');
    if (node.type === 'chart') count('fig', node.label);
    if (node.type === 'math' && node.label) count('eq', node.label);
    const figure = node.type === 'paragraph' ? findFigure(node) : undefined;
    if (figure?.isNumbered) count('fig', figure.label);
    const section = sections.get(node);
    if (section) labels.set(`sec:${section.id}`, section.number ?? section.title);
  };
  walk(tokens);
  return { labels, environments };
}
