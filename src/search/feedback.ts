import type { ArticleTable } from './article-table.ts';
import type { Forward } from './forward.ts';
import { impactOf } from './impact.ts';
import type { RankedArticle, Ranking } from './ranking.ts';
import { settings } from './settings.ts';
import { createTop } from './top.ts';

/** A term by its number, and what it weighs among others. */
export type WeightedTerm = readonly [term: number, weight: number];

/** Reads what marks a text out of the words that stand in it. */
export function createFeedback(table: ArticleTable, forward: Forward, ranking: Ranking) {
  const { matches, tokens } = forward;
  const frequencies = new Float32Array(matches.length);
  const { keywords, terms } = settings.feedback;

  /**
   * The words that mark some answers (pseudo relevance feedback after Rocchio, as a relevance model weighs it): each answer
   * speaks by its title and its section in proportion to its score. The strongest, with weights that add up to 1.
   */
  return (answers: readonly RankedArticle[]): WeightedTerm[] => {
    const weights = new Map<number, number>();
    for (const { article, entry, score } of answers) {
      for (const [term, impact] of findKeywords(article, entry)) {
        weights.set(term, (weights.get(term) ?? 0) + score * impact);
      }
    }
    const top = createTop<WeightedTerm>(terms);
    for (const [term, weight] of weights) top.offer(weight * idf(term), [term, weight]);
    const strongest = top.items();
    const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
    return strongest.map(([term, weight]) => [term, weight / total]);
  };

  /** The terms of a section and its title with the highest tf-idf, and their impact. */
  function findKeywords(article: number, entry: number): WeightedTerm[] {
    const head = table.firstEntry[article] ?? 0;
    const found: number[] = [];
    const own = entry === head ? [] : forward.read(entry);
    for (const { kind, termStart, termEnd } of [
      ...forward.read(head).slice(0, own.length > 0 ? 1 : undefined),
      ...own,
    ]) {
      for (let at = termStart; at < termEnd; at++) {
        const term = tokens[at] ?? 0;
        const frequency = frequencies[term] ?? 0;
        if (frequency === 0) found.push(term);
        frequencies[term] = frequency + settings.fieldWeights[kind];
      }
    }
    const damping = ranking.dampingOf({ article, entry });
    const top = createTop<WeightedTerm>(keywords);
    for (const term of found) {
      const impact = impactOf(frequencies[term] ?? 0, damping);
      top.offer(impact * idf(term), [term, impact]);
      frequencies[term] = 0;
    }
    return top.items();
  }

  function idf(term: number): number {
    return ranking.sectionIdf(matches[term] ?? 0);
  }
}
