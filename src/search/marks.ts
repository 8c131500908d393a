import { analyse } from './analyse.ts';

export interface Piece {
  text: string;
  isMarked: boolean;
}

const words = /[\p{L}\p{N}\p{M}]+(?:[-'’_‐‑][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * Takes a text apart so that the words that a question asked for can be marked, inflected forms too.
 * @param terms of a `SearchHit`
 */
export function markTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: word } of text.matchAll(words)) {
    if (!analyse(word).some((term) => terms.has(term))) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMarked: false });
    pieces.push({ text: word, isMarked: true });
    end = index + word.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false });
  return pieces;
}
