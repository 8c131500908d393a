import type { ArticleTable } from './article-table.ts';
import type { Forward } from './forward.ts';
import { dampingOf, frequencyOfSlot, impactOf, inverseFrequency, type Slots } from './impact.ts';
import { settings } from './settings.ts';
import { createTop } from './top.ts';

export interface RankedArticle {
  article: number;
  /** The section with the best score of its own; the head when no section has any. */
  entry: number;
  score: number;
}

export type Ranking = ReturnType<typeof createRanking>;

const { wholeShare } = settings;

/**
 * Adds up posting lists, one query at a time. An article scores as it does as a whole (BM25F over all its words) mixed with
 * how its best section does by itself.
 */
export function createRanking({ firstEntry, articleOfEntry, articles }: ArticleTable, forward: Forward) {
  const sectionScores = new Float32Array(articleOfEntry.length);
  const wholeScores = new Float32Array(articles.length);
  /**
   * The best score of an article's sections. What the author says that it answers, its title and questions, counts like a
   * section of its own.
   */
  const partScores = new Float32Array(articles.length);
  /** The frequency of the term at hand in each article that it touched so far. */
  const frequencies = new Uint32Array(articles.length);
  const touched = new Uint32Array(articles.length);
  const { entryDampings, articleDampings, sections } = measureLengths();

  return {
    /** What `add` would return for a term that nothing has: the largest idf. */
    heaviest: mix(inverseFrequency(0, articles.length), inverseFrequency(0, sections)),

    clear(): void {
      sectionScores.fill(0);
      wholeScores.fill(0);
      partScores.fill(0);
    },

    /**
     * Adds a term to the articles and sections in its list.
     * @param term.matches in how many sections it is
     * @returns the most it can add to an article: its weight times idf
     */
    add(slots: Slots, { weight, matches }: { weight: number; matches: number }): number {
      const sectionWeight = weight * inverseFrequency(matches, sections);
      let touchedCount = 0;
      for (let slot = 0; slot < slots.length; slot++) {
        // Slots that nothing is in come as null out of an export.
        const entries = slots[slot] ?? [];
        const frequency = frequencyOfSlot(slot);
        for (let at = 0; at < entries.length; at++) {
          const entry = Number(entries[at]);
          const article = articleOfEntry[entry] ?? 0;
          if (frequencies[article] === 0) touched[touchedCount++] = article;
          frequencies[article] = (frequencies[article] ?? 0) + frequency;
          const added = sectionWeight * impactOf(frequency, entryDampings[entry] ?? 1);
          const score = (sectionScores[entry] ?? 0) + added;
          sectionScores[entry] = score;
          if (score > (partScores[article] ?? 0)) partScores[article] = score;
        }
      }
      const wholeWeight = weight * inverseFrequency(touchedCount, articles.length);
      for (let at = 0; at < touchedCount; at++) {
        const article = touched[at] ?? 0;
        const impact = impactOf(frequencies[article] ?? 0, articleDampings[article] ?? 1);
        wholeScores[article] = (wholeScores[article] ?? 0) + wholeWeight * impact;
        frequencies[article] = 0;
      }
      return mix(wholeWeight, sectionWeight);
    },

    /** How much its length is held against what an article answers with. */
    dampingOf: ({ article, entry }: Omit<RankedArticle, 'score'>) =>
      (isAlone(article) ? articleDampings[article] : entryDampings[entry]) ?? 1,
    /** The weight of a term that is in so many sections. */
    sectionIdf: (matches: number) => inverseFrequency(matches, sections),

    /** The best articles among the wanted, best first; ties in the order of the articles. */
    best(limit: number, isWanted: (article: number) => boolean): RankedArticle[] {
      const top = createTop<{ article: number; score: number }>(limit);
      for (let article = 0; article < articles.length; article++) {
        const whole = wholeScores[article] ?? 0;
        if (whole === 0) continue;
        const score = isAlone(article) ? whole : mix(whole, partScores[article] ?? 0);
        if (score > top.threshold() && isWanted(article)) top.offer(score, { article, score });
      }
      return top.items().map(({ article, score }) => ({ article, entry: bestEntry(article), score }));
    },
  };

  /** The only section of an article is the article. */
  function isAlone(article: number): boolean {
    return (firstEntry[article + 1] ?? 0) - (firstEntry[article] ?? 0) <= 2;
  }

  function bestEntry(article: number): number {
    const head = firstEntry[article] ?? 0;
    const end = firstEntry[article + 1] ?? 0;
    let best = head;
    for (let entry = end - 1; entry > head; entry--) {
      const isBetter = (sectionScores[entry] ?? 0) >= (best === head ? Number.MIN_VALUE : (sectionScores[best] ?? 0));
      if (isBetter) best = entry;
    }
    return best;
  }

  function measureLengths() {
    const entryDampings = new Float32Array(articleOfEntry.length);
    const articleDampings = new Float32Array(articles.length);
    const heads = new Set(firstEntry);
    const totals = { article: 0, section: 0 };
    articleOfEntry.forEach((article, entry) => {
      const length = forward.lengthOf(entry);
      entryDampings[entry] = length;
      articleDampings[article] = (articleDampings[article] ?? 0) + length;
      totals.article += length;
      if (!heads.has(entry)) totals.section += length;
    });
    const count = articleOfEntry.length - articles.length;
    const average = { article: totals.article / articles.length || 1, section: totals.section / count || 1 };
    return {
      sections: Math.max(count, articles.length),
      entryDampings: entryDampings.map((length) => dampingOf(length / average.section)),
      articleDampings: articleDampings.map((length) => dampingOf(length / average.article)),
    };
  }
}

function mix(whole: number, section: number): number {
  return wholeShare * whole + (1 - wholeShare) * section;
}
