import { settings } from './settings.ts';
import { findNeighbours } from './spelling.ts';

const unknownWordsTried = 8;

/** A question as an index understands it. */
export interface QueryTerms {
  /** The terms it knows, and how often the question has each; guesses at words that it does not know among them. */
  known: ReadonlyMap<string, number>;
  /** How many of the question's words it does not know, guessed or not. */
  unknown: number;
}

/**
 * Reads a question; a word that the index does not know gives its commonest neighbour, or nothing.
 * @param isKnown whether any article the caller may see has a term
 * @param countMatches in how many places a term is
 */
export function readQuestion(
  terms: readonly string[],
  isKnown: (term: string) => boolean,
  countMatches: (term: string) => number,
): QueryTerms {
  const counts = new Map<string, number>();
  for (const term of terms) {
    if (counts.size < settings.queryTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const read = Map.groupBy(counts, ([term]) => isKnown(term));
  const known = new Map(read.get(true));
  const unknown = read.get(false) ?? [];
  for (const [term, count] of unknown.slice(0, unknownWordsTried)) {
    const [nearest] = findNeighbours(term, isKnown)
      .map((neighbour) => ({ neighbour, matches: countMatches(neighbour) }))
      .sort((a, b) => b.matches - a.matches);
    if (nearest) known.set(nearest.neighbour, (known.get(nearest.neighbour) ?? 0) + count);
  }
  return { known, unknown: unknown.reduce((sum, [, count]) => sum + count, 0) };
}

/**
 * What a passage would carry that answers a question wholly: the weight of its words, of a long question that of the
 * heaviest, because no passage has all the words of a page.
 */
export function weighQuestion(words: readonly { weight: number; count: number }[]): number {
  let left: number = settings.questionWords;
  let total = 0;
  for (const { weight, count } of words.toSorted((a, b) => b.weight - a.weight)) {
    const taken = Math.min(left, count);
    total += weight * taken;
    left -= taken;
  }
  return total;
}
