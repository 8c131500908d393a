import type { Keyword } from './keywords.ts';
import type { RankedArticle } from './ranking.ts';
import { settings } from './settings.ts';

/**
 * The words that mark the first answers (pseudo relevance feedback after Rocchio, as a relevance model weighs it):
 * each answer speaks in proportion to its score.
 * @returns the strongest term numbers with weights that add up to 1
 */
export function feedbackTerms(
  answers: readonly RankedArticle[],
  keywordsOf: (entry: number) => Keyword[],
  idf: ArrayLike<number>,
): [term: number, weight: number][] {
  const weights = new Map<number, number>();
  for (const { entry, score } of answers) {
    for (const { term, impact } of keywordsOf(entry)) {
      weights.set(term, (weights.get(term) ?? 0) + score * impact);
    }
  }
  const strongest = [...weights]
    .map(([term, weight]) => ({ term, weight, value: weight * (idf[term] ?? 0) }))
    .sort((a, b) => b.value - a.value || a.term - b.term)
    .slice(0, settings.feedback.terms);
  const total = strongest.reduce((sum, { weight }) => sum + weight, 0);
  return strongest.map(({ term, weight }) => [term, weight / total]);
}
