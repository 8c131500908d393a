import { LRUCache } from 'lru-cache';
import type { ArticleTable } from './article-table.ts';
import type { Forward, Sentence } from './forward.ts';
import { type RankedArticle, type Ranking, termImpact, type WeightedTerm } from './ranking.ts';
import { settings } from './ranking-weights.ts';
import { createTop } from './top.ts';

/** Entries whose keywords are remembered: some two megabytes. */
const cachedEntries = 1_000;

interface Keywords {
  terms: Uint32Array;
  impacts: Float64Array;
}

/** Finds what the first answers of a question add to it, and what an article has in common with others. */
export function createFeedback({ firstEntry }: ArticleTable, { matches, read }: Forward, ranking: Ranking) {
  const { keywords, terms } = settings.feedback;
  /** Weight of each term in the results so far; all 0 between two questions. */
  const termWeights = new Float64Array(matches.length);
  const touched = new Uint32Array(matches.length);
  const keywordsOf = new LRUCache<number, Keywords>({ max: cachedEntries });

  return { findFeedback };

  /**
   * The strongest words that characterize some answers (pseudo-relevance feedback after Rocchio), with weights that add
   * up to 1. Each answer contributes its title and its section in proportion to its score.
   */
  function findFeedback(answers: readonly RankedArticle[]): WeightedTerm[] {
    let touchedCount = 0;
    for (const answer of answers) {
      const found = findKeywords(answer);
      for (let at = 0; at < found.terms.length; at++) {
        const term = found.terms[at] ?? 0;
        const before = termWeights[term] ?? 0;
        if (before === 0) touched[touchedCount++] = term;
        termWeights[term] = before + answer.score * (found.impacts[at] ?? 0);
      }
    }
    const top = createTop<WeightedTerm>(terms);
    for (let at = 0; at < touchedCount; at++) {
      const term = touched[at] ?? 0;
      const weight = termWeights[term] ?? 0;
      const value = weight * ranking.sectionIdf(term);
      if (value > top.threshold()) top.offer(value, [term, weight]);
      termWeights[term] = 0;
    }
    const found = top.items();
    const total = found.reduce((sum, [, weight]) => sum + weight, 0);
    return found.map(([term, weight]) => [term, weight / total]);
  }

  /** The terms of a section and its title with the highest tf-idf, and their impact: the same for every question. */
  function findKeywords(answer: RankedArticle): Keywords {
    const known = keywordsOf.get(answer.entry);
    if (known) return known;
    const head = firstEntry[answer.article] ?? 0;
    const own = answer.entry === head ? [] : read(answer.entry);
    const title = read(head).slice(0, own.length > 0 ? 1 : undefined);
    const impacts = countTerms([...title, ...own]);
    const damping = ranking.dampingOf(answer);
    for (const [term, frequency] of impacts) impacts.set(term, termImpact(frequency, damping));
    const strong = strongest(impacts, keywords);
    const found = {
      terms: Uint32Array.from(strong, ([term]) => term),
      impacts: Float64Array.from(strong, ([, impact]) => impact),
    };
    keywordsOf.set(answer.entry, found);
    return found;
  }

  function strongest(weights: Iterable<WeightedTerm>, limit: number): readonly WeightedTerm[] {
    const top = createTop<WeightedTerm>(limit);
    for (const term of weights) top.offer(term[1] * ranking.sectionIdf(term[0]), term);
    return top.items();
  }
}

/** How often some sentences have each term, weighted by field. */
function countTerms(sentences: readonly Sentence[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { kind, terms } of sentences) {
    if (kind === 'alias') continue;
    const weight = settings.fieldWeights[kind];
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  }
  return counts;
}
