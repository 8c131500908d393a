import stem from 'wink-porter2-stemmer';
import { stopWords } from './stop-words.ts';

const longestTerm = 40;
const memoLimit = 100_000;

/** Letters that Unicode does not take apart, and Greek as science writes it out. */
const spelledOut = new Map(
  `ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda
  μ mu π pi ρ rho σ sigma ς sigma τ tau φ phi χ chi ψ psi ω omega`
    .matchAll(/(\S+)\s+(\S+)/g)
    .map(([, letter = '', letters = '']) => [letter, letters]),
);

const plain = /^[\x20-\x7e\n]*$/;
const words = /[\p{L}\p{N}]+(?:[-'_][\p{L}\p{N}]+)*/gu;
const parts = /[a-z]+|\p{N}+|[^a-z\p{N}]+/gu;
/** Scripts written without spaces: every two neighbouring characters are a term. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}$/u;

const memo = new Map<string, readonly string[]>();

/**
 * Turns any text into search terms, in order and with repetitions: the same function at build and at query time.
 * Case, accents and typographic variants are folded, Greek letters spelled out, stop words dropped, English stemmed.
 * `IL-10` gives `il`, `10`, `il10`, so that every way of writing it meets.
 */
export function analyse(text: string): string[] {
  return (fold(text).match(words) ?? []).flatMap(termsOf);
}

/** Lower case without accents, ligatures and typographic variants, with the letters above spelled out. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+|\u00ad/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[ßæœøłđðþıα-ω]/g, (letter) => spelledOut.get(letter) ?? letter);
}

/** The terms of one word: usually one, none of a stop word. */
function termsOf(word: string): readonly string[] {
  const seen = memo.get(word);
  if (seen !== undefined) return seen;
  const terms = splitWord(word);
  // Bounded, because queries are anybody's.
  if (memo.size >= memoLimit) memo.clear();
  if (word.length <= longestTerm) memo.set(word, terms);
  return terms;
}

function splitWord(word: string): string[] {
  const plain = word.replace(/'s$/, '').replaceAll("'", '');
  const pieces = plain.split(/[-_]/).flatMap((piece) => piece.match(parts) ?? []);
  const terms = pieces.filter((piece) => !stopWords.has(piece)).flatMap(termsOfPiece);
  if (pieces.length > 1) terms.push(...termsOfPiece(plain.replace(/[-_]/g, '')));
  return terms;
}

function termsOfPiece(piece: string): string[] {
  if (unspaced.test(piece)) {
    const characters = [...piece];
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  }
  if (!/^[a-z]{3,}$/.test(piece)) return [piece.slice(0, longestTerm)];
  return [stem(piece.slice(0, longestTerm))];
}
