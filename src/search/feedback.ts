import type { ArticleTable } from './article-table.ts';
import type { Forward } from './forward.ts';
import { impactOf, type RankedArticle, type Ranking, type WeightedTerm } from './ranking.ts';
import { settings } from './settings.ts';
import { createTop } from './top.ts';

export function createFeedback({ firstEntry }: ArticleTable, { matches, read }: Forward, ranking: Ranking) {
  const { keywords, terms } = settings.feedback;
  const isSought = new Uint8Array(matches.length);

  return { findFeedback, chooseSections };

  /**
   * The words that mark some answers (pseudo relevance feedback after Rocchio), the strongest, with weights that add up to 1:
   * each answer speaks by its title and its section in proportion to its score.
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
   * The entry of the section that answers, by its own words and how often it has them: most have those of their subject.
   * @param sought weights of terms by their numbers; good until the next question
   */
  function chooseSections(sought: ReadonlyMap<number, number>): (article: number) => number {
    isSought.fill(0);
    for (const term of sought.keys()) isSought[term] = 1;
    return (article) => {
      const head = firstEntry[article] ?? 0;
      const top = createTop<number>(1);
      for (const [entry, sentences] of Map.groupBy(read(head + 1, firstEntry[article + 1]), ({ entry }) => entry)) {
        const damping = ranking.dampingOf({ article, entry }) * settings.sections.patience;
        let score = 0;
        for (const [term, count] of countTerms(sentences, (term) => isSought[term] === 1))
          score += (sought.get(term) ?? 0) * impactOf(count, damping);
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
    const impacts = countTerms([...title, ...own]);
    const damping = ranking.dampingOf(answer);
    for (const [term, frequency] of impacts) impacts.set(term, impactOf(frequency, damping));
    return strongest(impacts, keywords);
  }

  function strongest(weights: Iterable<WeightedTerm>, limit: number): WeightedTerm[] {
    const top = createTop<WeightedTerm>(limit);
    for (const term of weights) top.offer(term[1] * ranking.sectionIdf(term[0]), term);
    return top.items();
  }
}

/** How often some sentences have each term, weighted by field. */
function countTerms(sentences: ReturnType<Forward['read']>, isCounted = (_: number) => true): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { kind, terms } of sentences) {
    for (const term of terms)
      if (isCounted(term)) counts.set(term, (counts.get(term) ?? 0) + settings.fieldWeights[kind]);
  }
  return counts;
}
