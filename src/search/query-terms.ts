import { grammarOf } from '../words/grammars.ts';
import { extractWords, termsOf } from './analyse.ts';
import { settings } from './ranking-weights.ts';
import { findNeighbours, type Spelling } from './spelling.ts';

const unknownWordsTried = 4;
/** An unknown word counts for this share if it was guessed, or if all of its parts are known (`rfc9110`). */
const guessShare = 0.15;
/** A word of one piece, short enough to be a real word. */
const isPlain = /^[a-z]{1,40}$/;

/** The facts that an index provides about its words. */
interface Vocabulary {
  /** In which it was built, as BCP 47 has it. */
  language: string;
  /** Whether any article the caller may see has a term. */
  isKnown(term: string): boolean;
  /** In how many places a term is. */
  countMatches(term: string): number;
  /** The words listed under a key of `spellingKeys`, and maybe others. */
  findSpellings(key: number): Iterable<Spelling>;
}

/** A question as an index understands it. */
export interface QueryTerms {
  /** The terms it knows, guesses among them, and how often the question has each. */
  known: ReadonlyMap<string, number>;
  /** How many of the question's words it does not know; a guess, and a word known by its parts, counts as a share of one. */
  unknown: number;
}

/** Reads a question; a word that the index does not know gives its commonest neighbour, or nothing. */
export function readQuestion(text: string, vocabulary: Vocabulary): QueryTerms {
  const { isKnown } = vocabulary;
  const grammar = grammarOf(vocabulary.language);
  const counts = new Map<string, number>();
  /** A slip happens in the word that was typed, not in its stem. */
  const typed = new Map<string, string>();
  /** Terms that join all parts of a word. */
  const joined = new Set<string>();
  for (const word of extractWords(text.slice(0, settings.queryCharacters))) {
    const terms = termsOf(word, grammar);
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

/** The term of the commonest known word among the nearest. */
function findNearest(word: string, { isKnown, countMatches, findSpellings }: Vocabulary): string | undefined {
  const [closestMatch] = findNeighbours(word, findSpellings)
    .filter(({ term }) => isKnown(term))
    .sort((a, b) => a.slips - b.slips || countMatches(b.term) - countMatches(a.term));
  return closestMatch?.term;
}
