import { grammarOf } from '../words/grammars.ts';
import { extractWords, termsOf } from './analyse.ts';
import { settings } from './ranking-weights.ts';
import { findNeighbours, type Spelling } from './spelling.ts';

const unknownWordsTried = 4;
/** A word of one piece, not so long that nobody means it. */
const isPlain = /^[a-z]{1,40}$/;

/** What an index says of its words. */
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
  /** How many of the question's words it does not know, guessed or not. */
  unknown: number;
}

/** Reads a question; a word that the index does not know gives its commonest neighbour, or nothing. */
export function readQuestion(text: string, vocabulary: Vocabulary): QueryTerms {
  const { isKnown } = vocabulary;
  const grammar = grammarOf(vocabulary.language);
  const counts = new Map<string, number>();
  /** A slip happens in the word that was typed, not in its stem. */
  const typed = new Map<string, string>();
  for (const word of extractWords(text.slice(0, settings.queryCharacters))) {
    for (const term of termsOf(word, grammar)) {
      if (counts.size < settings.queryTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
      typed.set(term, isPlain.test(word) ? word : term);
    }
  }
  const read = Map.groupBy(counts, ([term]) => isKnown(term));
  const known = new Map(read.get(true));
  const unknown = read.get(false) ?? [];
  for (const [term, count] of unknown.slice(0, unknownWordsTried)) {
    const closestMatch = findNearest(typed.get(term) ?? term, vocabulary) ?? findNearest(term, vocabulary);
    if (closestMatch !== undefined) known.set(closestMatch, (known.get(closestMatch) ?? 0) + count);
  }
  return { known, unknown: unknown.reduce((sum, [, count]) => sum + count, 0) };
}

/** The term of the commonest known word one slip away. */
function findNearest(word: string, { isKnown, countMatches, findSpellings }: Vocabulary): string | undefined {
  const [closestMatch] = findNeighbours(word, findSpellings)
    .filter(({ term }) => isKnown(term))
    .sort((a, b) => countMatches(b.term) - countMatches(a.term));
  return closestMatch?.term;
}
