import { setTitle } from '../words/typography.ts';
import { analyse } from './analyse.ts';

export interface MarkedPiece {
  text: string;
  isMarked: boolean;
}

const words = /([\p{L}\p{N}\p{M}]+(?:(?:[-'’_‐‑]|(?<=\d)[.,](?=\d))[\p{L}\p{N}\p{M}]+)*)/u;

/**
 * Returns the quote of a hit without the heading of its section, with which it may begin and which the page has above
 * it.
 */
export function quoteUnderHeading({ heading, snippet }: { heading: string; snippet: string }): string {
  const lead = `${heading}: `;
  return heading !== '' && snippet.startsWith(lead) ? snippet.slice(lead.length) : snippet;
}

/** A quotation mark that belongs to code. */
const quoteInCode = /["'][:=]|[={[]["']/;

/**
 * Splits a passage so that the words of a question can be marked, inflected forms included. Its quotes and dashes are
 * those of its page, unless it quotes code.
 * @param terms terms of a `SearchHit`
 * @param language language of the index
 */
export function markTerms(text: string, terms: ReadonlySet<string>, language = 'en'): MarkedPiece[] {
  const pieces = (quoteInCode.test(text) ? text : setTitle(text, language)).split(words).map((piece) => ({
    text: piece,
    isMarked: analyse(piece, language).some((term) => terms.has(term)),
  }));
  return pieces.filter((piece) => piece.text !== '');
}
