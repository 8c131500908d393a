import { decodeReferences } from '../../library/character-references.ts';

/** A work as a list of references has it. */
export interface Reference {
  /** Text with `<i>`, `<b>`, `<sup>`, `<sub>` and links, nothing else. */
  html: string;
  text: string;
}

const allowed = /^<(\/?)(i|b|sup|sub)>$/;
const webUrl = /https?:\/\/(?:[^\s<>"&]|&#38;|&amp;)*[^\s<>"&.,;)]/g;

/** Keeps the four tags the style uses, and those only when they are balanced; turns URLs into links. */
export function toReference(html: string): Reference {
  const pieces = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,? (?:&#38;|&amp;|&) et al\.?(?=[,. ])/g, ', et al.')
    .trim()
    .split(/(<[^>]*>)/);
  const tags = pieces.filter((piece) => allowed.test(piece));
  const isBalanced = tags.length % 2 === 0 && tags.every((tag, index) => tag.startsWith('</') === (index % 2 === 1));
  const marked = pieces
    .filter((piece) => !piece.startsWith('<') || (isBalanced && allowed.test(piece)))
    .join('')
    .trim();
  const words = pieces.filter((piece) => !piece.startsWith('<')).join('');
  return {
    html: marked.replaceAll(webUrl, (url) => `<a href="${url}">${url}</a>`),
    text: decodeReferences(words.trim()),
  };
}
