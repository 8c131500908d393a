import { decodeReferences } from '../../library/character-references.ts';
import { escapeHtml } from '../../library/markup.ts';
import type { Typesetter } from '../../words/typography.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { figureUrl } from '../load/figures.ts';
import type { Room } from '../markdown/markdown-tokens.ts';
import type { FigureParagraph } from '../markdown/numbers.ts';
import { isDecorative } from '../markdown/plain-text.ts';
import { renderImage } from './image.ts';

/**
 * Renders a picture that stands by itself. It links to itself, so that it can be looked at in its own size without a
 * script.
 * @param name label before the caption; undefined for a picture without one
 */
export function renderPicture(
  { image: node, label, room }: FigureParagraph,
  name: string | undefined,
  { document, type }: { document: MarkdownDocument; type: Typesetter },
): string {
  const image = renderImage({ ...node, title: null }, document);
  const file = document.figures.get(node.href);
  const shown = file ? `<a class="figure-zoom" href="${escapeHtml(figureUrl(file.path))}">${image}</a>` : image;
  if (name === undefined)
    return `<figure${renderRoom(room)}>${file && !isDecorative(node.title) ? shown : image}</figure>\n`;
  type.restart();
  const caption = node.title && !isDecorative(node.title) ? type.set(decodeReferences(node.title)) : '';
  return `<figure${renderRoom(room)}${renderIdAttribute(label)}>${shown}${renderCaption(name, escapeHtml(caption))}</figure>\n`;
}

export function renderIdAttribute(label: string | undefined): string {
  return label === undefined ? '' : ` id="${escapeHtml(label)}"`;
}

/** @returns the class of a figure that takes more room than the text */
export function renderRoom(room: Room | undefined): string {
  return room ? ` class="${room}"` : '';
}

export function renderCaption(name: string, html: string): string {
  return `<figcaption><strong>${name}</strong> ${html}</figcaption>`;
}
