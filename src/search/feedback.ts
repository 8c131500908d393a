import type { ArticleTable } from './article-table.ts';
import type { Forward } from './forward.ts';
import { impactOf, type RankedArticle, type Ranking } from './ranking.ts';
import { settings } from './settings.ts';
import { createTop } from './top.ts';

/** A term by its number, and what it weighs among others. */
export type WeightedTerm = readonly [term: number, weight: number];

/** Reads what marks a text out of the words that stand in it. */
export function createFeedback({ firstEntry }: ArticleTable, { matches, read, visit }: Forward, ranking: Ranking) {
  const { keywords, terms } = settings.feedback;
  const isSought = new Uint8Array(matches.length);

  return { findFeedback, chooseSections };

  /**
   * The words that mark some answers (pseudo relevance feedback after Rocchio, as a relevance model weighs it): each answer
   * speaks by its title and its section in proportion to its score. The strongest, with weights that add up to 1.
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
   * The entry of the section that answers, by its own words: a title that counts in every section tells none of them apart.
   * Most sections have the words of their article's subject, so how often one uses them says more than that it does.
   * @param sought weights of terms by their numbers; good until the next question
   */
  function chooseSections(sought: ReadonlyMap<number, number>): (article: number) => number {
    isSought.fill(0);
    for (const term of sought.keys()) isSought[term] = 1;
    return (article) => {
      const head = firstEntry[article] ?? 0;
      const first = head + 1;
      const end = Math.max(first, firstEntry[article + 1] ?? 0);
      const counts = Array.from({ length: end - first }, () => new Map<number, number>());
      visit(first, end, (entry, term, weight) => {
        const found = isSought[term] ? counts[entry - first] : undefined;
        found?.set(term, (found.get(term) ?? 0) + weight);
      });
      const top = createTop<number>(1);
      for (const [ahead, found] of counts.entries()) {
        const entry = first + ahead;
        const damping = ranking.dampingOf({ article, entry }) * settings.sections.patience;
        let score = 0;
        for (const [term, count] of found) score += (sought.get(term) ?? 0) * impactOf(count, damping);
        top.offer(score, entry);
      }
      return top.items()[0] ?? head;
    };
  }

  /** The terms of a section and its title with the highest tf-idf, and their impact. */
  function findKeywords(answer: RankedArticle): WeightedTerm[] {
    const head = firstEntry[answer.article] ?? 0;
    const own = answer.entry === head ? [] : read(answer.entry);
    const title = read(head).slice(0, own.length > 0 ? 1 : undefined);
    const impacts = new Map<number, number>();
    for (const { kind, terms } of [...title, ...own]) {
      for (const term of terms) {
        impacts.set(term, (impacts.get(term) ?? 0) + settings.fieldWeights[kind]);
      }
    }
    const damping = ranking.dampingOf(answer);
    for (const [term, frequency] of impacts) impacts.set(term, impactOf(frequency, damping));
    return strongest(impacts, keywords);
  }

  function strongest(weights: Iterable<WeightedTerm>, limit: number): WeightedTerm[] {
    const top = createTop<WeightedTerm>(limit);
    for (const term of weights) top.offer(term[1] * ranking.sectionIdf(matches[term[0]] ?? 0), term);
    return top.items();
  }
}
