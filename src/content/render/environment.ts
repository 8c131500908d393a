import type { Token } from 'marked';
import type { Words } from '../../words/words.ts';
import { nameEnvironment } from '../markdown/environments.ts';
import { findAttributes } from '../markdown/label-syntax.ts';
import type { EnvironmentToken } from '../markdown/markdown-tokens.ts';
import { type FigureParagraph, findSubfigures } from '../markdown/numbers.ts';
import { renderCaption, renderIdAttribute, renderRoom } from './figure.ts';

interface Context {
  number: string | undefined;
  names: Words['text']['labels'];
  inside(tokens: readonly Token[]): string;
  /** One picture of several. @param name its letter in brackets */
  renderPicture(part: FigureParagraph, name: string): string;
}

/** Renders a block between colons: a statement under its name and number, or a figure of several pictures. */
export function renderEnvironment(node: EnvironmentToken, context: Context): string {
  const { label, room } = findAttributes(node.title) ?? {};
  const id = renderIdAttribute(label);
  const name = nameEnvironment(node.kind, context.number, context.names);
  const title = context.inside(node.title).trim();
  if (node.kind === 'figure') {
    const pictures = findSubfigures(node).map(({ part, letter }) => context.renderPicture(part, `(${letter})`));
    return `<figure${renderRoom(room)}${id}><div class="subfigures">\n${pictures.join('')}</div>${renderCaption(`${name}.`, title)}</figure>\n`;
  }
  const heading = `<strong>${name}${title === '' ? '.' : ''}</strong>${title === '' ? '' : ` (${title}).`}`;
  return `<div class="statement statement-${node.kind}"${id}>\n<p class="statement-title">${heading}</p>\n${context.inside(node.tokens)}</div>\n`;
}
