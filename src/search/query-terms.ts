import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import { settings } from './ranking-weights.ts';
import { findNeighbours, type Spelling } from './spelling.ts';

const unknownWordsTried = 4;
/** An unknown word counts for this share if it was guessed, or if all of its parts are known (`rfc9110`). */
const guessShare = 0.15;
/** A word of one piece, short enough to be a real word. */
const isPlain = /^[a-z]{1,40}$/;

/** The facts that an index provides about its words. */
interface Vocabulary {
  /** BCP 47 tag of the index's language. */
  language: string;
  /** Does any visible article contain this term? */
  isKnown(term: string): boolean;
  /** Number of sections that contain a term. */
  countMatches(term: string): number;
  /** The words listed under a key of `spellingKeys`, possibly with others; without it no word is corrected. */
  findSpellings?(key: number): Iterable<Spelling>;
}

/** A question as an index understands it. */
export interface QueryTerms {
  /** Its known terms, guesses included, and how often each occurs. */
  known: ReadonlyMap<string, number>;
  /** Number of its unknown words; a guess, or a word whose parts are known, counts as a share of one. */
  unknown: number;
}

/** Parses a question; an unknown word is replaced by its most common neighbour, if it has one. */
export function readQuestion(text: string, vocabulary: Vocabulary): QueryTerms {
  const { isKnown } = vocabulary;
  const grammar = findGrammar(vocabulary.language);
  const counts = new Map<string, number>();
  /** The word as typed: typos happen in it, not in its stem. */
  const typed = new Map<string, string>();
  /** Terms that join all parts of a word. */
  const joined = new Set<string>();
  for (const word of extractWords(text.slice(0, settings.queryCharacters))) {
    const terms = toTerms(word, grammar);
    for (const [at, term] of terms.entries()) {
      if (counts.size < settings.queryTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
      typed.set(term, isPlain.test(word) ? word : term);
      if (at > 0 && at === terms.length - 1 && terms.slice(0, at).every(isKnown)) joined.add(term);
    }
  }
  const read = Map.groupBy(counts, ([term]) => isKnown(term));
  const known = new Map(read.get(true));
  let unknown = 0;
  let tried = 0;
  for (const [term, count] of read.get(false) ?? []) {
    const isTried = !joined.has(term) && tried++ < unknownWordsTried;
    const guess = isTried
      ? (findNearest(typed.get(term) ?? term, vocabulary) ?? findNearest(term, vocabulary))
      : undefined;
    if (guess !== undefined) known.set(guess, (known.get(guess) ?? 0) + count);
    unknown += count * (guess !== undefined || joined.has(term) ? guessShare : 1);
  }
  return { known, unknown };
}

/** The term of the most common of the closest known words. */
function findNearest(word: string, { isKnown, countMatches, findSpellings }: Vocabulary): string | undefined {
  if (!findSpellings) return undefined;
  const [closestMatch] = findNeighbours(word, findSpellings)
    .filter(({ term }) => isKnown(term))
    .sort((a, b) => a.slips - b.slips || countMatches(b.term) - countMatches(a.term));
  return closestMatch?.term;
}
