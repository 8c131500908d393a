import { LRUCache } from 'lru-cache';
import type { ArticleTable } from './article-table.ts';
import type { Forward, Sentence } from './forward.ts';
import { type RankedArticle, type Ranking, termImpact, type WeightedTerm } from './ranking.ts';
import { settings } from './ranking-weights.ts';
import { createTop } from './top.ts';

/** Entries whose keywords are remembered: some two megabytes. */
const cachedEntries = 1_000;
/** Terms of entries whose counts are remembered, twelve bytes each. */
const cachedCounts = 200_000;

/** How often an entry has each of its terms, weighted by field, in the order in which they first occur. */
interface TermCounts {
  terms: Uint32Array;
  counts: Float64Array;
}

export function createFeedback({ firstEntry }: ArticleTable, { matches, read }: Forward, ranking: Ranking) {
  const { keywords, terms } = settings.feedback;
  /** Weight of each term in the current question, 0 for most. */
  const soughtWeights = new Float64Array(matches.length);
  const keywordsOf = new LRUCache<number, readonly WeightedTerm[]>({ max: cachedEntries });
  const countsOf = new LRUCache<number, TermCounts>({ maxSize: cachedCounts });

  return { findFeedback, chooseSections, readCounts };

  /**
   * The strongest words that characterize some answers (pseudo-relevance feedback after Rocchio), with weights that add
   * up to 1. Each answer contributes its title and its section in proportion to its score.
   */
  function findFeedback(answers: readonly RankedArticle[]): WeightedTerm[] {
    const weights = new Map<number, number>();
    for (const answer of answers) {
      for (const [term, impact] of findKeywords(answer)) {
        weights.set(term, (weights.get(term) ?? 0) + answer.score * impact);
      }
    }
    const found = strongest(weights, terms);
    const total = found.reduce((sum, [, weight]) => sum + weight, 0);
    return found.map(([term, weight]) => [term, weight / total]);
  }

  /**
   * Returns a function that finds the best section of an article, by its own words and their frequency: most sections
   * contain the words of their subject.
   * @param sought weights of terms by their numbers; valid until the next question
   */
  function chooseSections(sought: ReadonlyMap<number, number>): (article: number) => number {
    soughtWeights.fill(0);
    for (const [term, weight] of sought) soughtWeights[term] = weight;
    return (article) => {
      const head = firstEntry[article] ?? 0;
      const top = createTop<number>(1);
      for (let entry = head + 1; entry < (firstEntry[article + 1] ?? 0); entry++) {
        const damping = ranking.dampingOf({ article, entry }) * settings.sections.patience;
        const { terms, counts } = readCounts(entry);
        let score = 0;
        for (let at = 0; at < terms.length; at++) {
          const weight = soughtWeights[terms[at] ?? 0] ?? 0;
          if (weight > 0) score += weight * termImpact(counts[at] ?? 0, damping);
        }
        top.offer(score, entry);
      }
      return top.items()[0] ?? head;
    };
  }

  /** How often an entry has each of its terms. */
  function readCounts(entry: number): TermCounts {
    const known = countsOf.get(entry);
    if (known) return known;
    const counted = countTerms(read(entry));
    const found = { terms: Uint32Array.from(counted.keys()), counts: Float64Array.from(counted.values()) };
    countsOf.set(entry, found, { size: counted.size + 1 });
    return found;
  }

  /** The terms of a section and its title with the highest tf-idf, and their impact: the same for every question. */
  function findKeywords(answer: RankedArticle): readonly WeightedTerm[] {
    const known = keywordsOf.get(answer.entry);
    if (known) return known;
    const head = firstEntry[answer.article] ?? 0;
    const own = answer.entry === head ? [] : read(answer.entry);
    const title = read(head).slice(0, own.length > 0 ? 1 : undefined);
    const impacts = countTerms([...title, ...own]);
    const damping = ranking.dampingOf(answer);
    for (const [term, frequency] of impacts) impacts.set(term, termImpact(frequency, damping));
    const found = strongest(impacts, keywords);
    keywordsOf.set(answer.entry, found);
    return found;
  }

  function strongest(weights: Iterable<WeightedTerm>, limit: number): WeightedTerm[] {
    const top = createTop<WeightedTerm>(limit);
    for (const term of weights) top.offer(term[1] * ranking.sectionIdf(term[0]), term);
    return top.items();
  }
}

/** How often some sentences have each term, weighted by field. */
function countTerms(sentences: readonly Sentence[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { kind, terms } of sentences) {
    const weight = settings.fieldWeights[kind];
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  }
  return counts;
}
