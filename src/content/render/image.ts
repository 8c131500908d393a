import type { Tokens } from 'marked';
import { decodeReferences } from '../../library/character-references.ts';
import { escapeHtml } from '../../library/markup.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { type FigureFile, figureUrl } from '../load/figures.ts';
import { isDecorative } from '../markdown/plain-text.ts';

/** Renders a picture; an image that was not found or must not be served becomes its alternative text. */
export function renderImage(node: Tokens.Image, document: MarkdownDocument): string {
  const figure = document.figures.get(node.href);
  const alt = escapeHtml(decodeReferences(node.text));
  if (!figure) return alt;
  const title = isDecorative(node.title) ? '' : renderTitleAttribute(node.title);
  const draw = ({ path, width, height }: FigureFile, form: string) => {
    const size = width && height ? ` width="${width}" height="${height}"` : '';
    return `<img src="${escapeHtml(figureUrl(path))}" alt="${alt}"${title}${size}${form} loading="lazy" decoding="async">`;
  };
  // Two pictures of which one is not displayed, and so not fetched: a reader may choose a scheme that is not the
  // system's. Where the style sheet does not reach, as in a browser's reader view, the light one stands alone.
  if (figure.dark) return draw(figure, ' class="light-form"') + draw(figure.dark, ' class="dark-form" hidden');
  return draw(figure, '');
}

/** Writes a title as an attribute of an element. */
export function renderTitleAttribute(title: string | null | undefined): string {
  return title ? ` title="${escapeHtml(decodeReferences(title))}"` : '';
}
