import { fold } from '../words/fold.ts';
import { findGrammar, type Grammar } from '../words/grammars.ts';

const maxTermLength = 40;
const memoLimit = 100_000;

/** Between the words of an identifier: `RateLimit` is `Rate-Limit`; `mRNA` and `PhD` have none. */
const seam = /(?=\p{Lu}\p{M}*\p{Ll})(?<=(?:\p{Ll}\p{M}*){3})/gu;
const words = /[\p{L}\p{N}]+(?:(?:[-'_]|(?<=\d)[.,](?=\d))[\p{L}\p{N}]+)*/gu;
/** `31,742` is one number, however its thousands are set apart. */
const thousands = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;
const thousandsWithPoints = /^[1-9]\d{0,2}(?:\.\d{3})+$/;
const parts = /[a-z]+|\p{N}+(?:\.\p{N}+)*|[^a-z\p{N}]+/gu;
/** Scripts written without spaces: every two neighbouring characters are a term. */
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]{2,}$/u;

/**
 * Turns any text into search terms, in order and with repetitions: the same function at build and at query time.
 * Case, accents and typographic variants are folded, Greek letters spelled out, stop words dropped, inflected words
 * stemmed. `IL-10` gives `il`, `10`, `il10`, and `RateLimit` gives `rate`, `limit`, `ratelimit`, so that every way of
 * writing it meets. A number is one term, its thousands with commas, points or neither; `62.4` is also found as 62, but
 * not as 4.
 */
export function analyse(text: string, language = 'en'): string[] {
  const grammar = findGrammar(language);
  return extractWords(text).flatMap((word) => toTerms(word, grammar));
}

/** The words of a text as they are written, but folded. */
export function extractWords(text: string): string[] {
  return fold(text.replace(seam, '-')).match(words) ?? [];
}

/** The terms of one word: usually one, none of a stop word. */
export function toTerms(word: string, grammar: Grammar): readonly string[] {
  const { memo } = grammar;
  const seen = memo.get(word);
  if (seen !== undefined) return seen;
  const terms = splitWord(word, grammar);
  // Limited in size, because any client can send queries.
  if (memo.size >= memoLimit) memo.clear();
  if (word.length <= maxTermLength) memo.set(word, terms);
  return terms;
}

function splitWord(word: string, { stem, stopWords }: Grammar): string[] {
  const pieces = splitPieces(word);
  const isJoined = (at: number) => at > 0 && at === pieces.length - 1;
  return pieces
    .filter((piece, at) => isJoined(at) || !stopWords.has(piece))
    .flatMap((piece) => pieceToTerms(piece, stem));
}

/** Returns the pieces of a word and, if there is more than one, all of them joined. */
export function splitPieces(word: string): string[] {
  const plain = word
    .replace(/'s$/, '')
    .replaceAll("'", '')
    .replace(thousands, (number) => number.replaceAll(',', ''))
    .replaceAll(',', '.');
  const pieces = plain.split(/[-_]/).flatMap((piece) => (piece.match(parts) ?? []).flatMap(withNumbers));
  const joined = plain.replace(/[-_]/g, '');
  return pieces.length > 1 && pieces.at(-1) !== joined ? [...pieces, joined] : pieces;
}

/** `24.21` is also found as 24, `27.11.2026` by each of its numbers, and `31.742`, which may be German, as 31742. */
function withNumbers(piece: string): string[] {
  const numbers = piece.split('.');
  if (numbers.length === 1) return numbers;
  const whole = thousandsWithPoints.test(piece) ? [numbers.join('')] : [];
  return [...(numbers.length === 2 ? numbers.slice(0, 1) : numbers), piece, ...whole];
}

function pieceToTerms(piece: string, stem: Grammar['stem']): string[] {
  if (unspaced.test(piece)) {
    const characters = [...piece];
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  }
  if (!/^[a-z]{3,}$/.test(piece)) return [piece.slice(0, maxTermLength)];
  return [stem(piece.slice(0, maxTermLength))];
}
