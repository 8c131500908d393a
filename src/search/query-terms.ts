import { analyse } from './analyse.ts';
import { settings } from './settings.ts';
import { findNeighbours } from './spelling.ts';

const unknownWordsTried = 8;

/** What an index has to say about its words. */
export interface Dictionary {
  /** Whether any article the caller may see has the term. */
  isKnown(term: string): boolean;
  /** Smaller for a commoner term. */
  rarity(term: string): number;
}

/** The distinct terms of a question that the index knows; a word it does not know gives its commonest neighbour, or nothing. */
export function findKnownTerms(text: string, dictionary: Dictionary): string[] {
  const found = new Set<string>();
  let unknownWords = 0;
  for (const term of new Set(analyse(text.slice(0, settings.queryCharacters)))) {
    if (found.size === settings.queryTerms) break;
    if (dictionary.isKnown(term)) {
      found.add(term);
      continue;
    }
    if (unknownWords++ >= unknownWordsTried) continue;
    const [nearest] = findNeighbours(term, dictionary.isKnown)
      .map((neighbour) => ({ neighbour, rarity: dictionary.rarity(neighbour) }))
      .sort((a, b) => a.rarity - b.rarity);
    if (nearest !== undefined) found.add(nearest.neighbour);
  }
  return [...found];
}
