import { diffWords } from 'diff';

/** A piece of a text, and whether the other text has other words in its place. */
export interface Piece {
  text: string;
  isOther: boolean;
}

/** Two texts that say almost the same, each cut where they begin or cease to differ. */
export function markDifferences(quote: string, trueText: string): { quote: Piece[]; trueText: Piece[] } {
  const pieces = diffWords(trueText, quote).map(({ value, added, removed }) => ({
    text: value,
    isInQuote: !removed,
    isInText: !added,
    // A full stop that only one of them has is not another word.
    isOther: (added || removed) && /[\p{L}\p{N}]/u.test(value),
  }));
  return { quote: pieces.filter(({ isInQuote }) => isInQuote), trueText: pieces.filter(({ isInText }) => isInText) };
}
