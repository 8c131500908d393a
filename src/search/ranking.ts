import type { ArticleTable } from './article-table.ts';
import type { Forward } from './forward.ts';
import { settings } from './ranking-weights.ts';
import { createTop } from './top.ts';

export interface RankedArticle {
  article: number;
  /** The section with the best score of its own; the head when no section has any. */
  entry: number;
  score: number;
}

/** A term by its number, and what it weighs among others. */
export type WeightedTerm = readonly [term: number, weight: number];

export type Ranking = ReturnType<typeof createRanking>;

const { saturation, wordsOfLongQuestion, lengthShare, wholeShare, slotFrequencies, sections: choice } = settings;

/** Adds up posting lists, one query at a time: an article scores as a whole (BM25F over its words) mixed with its best section. */
export function createRanking({ firstEntry, articleOfEntry, slugs }: ArticleTable, forward: Forward) {
  const sectionScores = new Float32Array(articleOfEntry.length);
  const wholeScores = new Float32Array(slugs.length);
  /** Scores that choose the section to show: repetition counts for longer than in `sectionScores`. */
  const choiceScores = new Float32Array(articleOfEntry.length);
  /** The best score of an article's sections; its title, description and questions count like one. */
  const partScores = new Float32Array(slugs.length);
  /** The frequency of the term at hand in each article that it touched so far. */
  const frequencies = new Uint32Array(slugs.length);
  const touched = new Uint32Array(slugs.length);
  const { entryDampings, articleDampings, sections } = measureLengths();
  const sectionIdfs = Float64Array.from(forward.matches, (matches) => inverseFrequency(matches, sections));
  /** How late repetition stops counting in an article of one section, relative to a long question. */
  let patience = 1;

  return {
    /** The value of `add` for a term that no entry contains: the largest idf. */
    heaviest: mix(inverseFrequency(0, slugs.length), inverseFrequency(0, sections)),

    /** @param words how many different words the next query has */
    clear(words: number): void {
      patience = Math.min(1, words / wordsOfLongQuestion);
      sectionScores.fill(0);
      choiceScores.fill(0);
      wholeScores.fill(0);
      partScores.fill(0);
    },

    /**
     * Adds a term to the articles and sections in its list; returns the most it can add to one: its weight times idf.
     * @param list a list of `openInvertedIndex`
     * @param choiceShare how much the term counts when a section is chosen
     */
    add(list: Uint32Array, [term, weight]: WeightedTerm, choiceShare = 1): number {
      const sectionWeight = weight * sectionIdf(term);
      const choiceWeight = sectionWeight * choiceShare;
      let touchedCount = 0;
      for (let at = 0, slot = 0; at < list.length; slot++) {
        const frequency = slotFrequencies[slot] ?? 0;
        const end = at + 1 + (list[at] ?? 0);
        for (at += 1; at < end; at++) {
          const entry = list[at] ?? 0;
          const article = articleOfEntry[entry] ?? 0;
          if (frequencies[article] === 0) touched[touchedCount++] = article;
          frequencies[article] = (frequencies[article] ?? 0) + frequency;
          const damping = entryDampings[entry] ?? 1;
          const score = (sectionScores[entry] ?? 0) + sectionWeight * termImpact(frequency, damping);
          const chosenBy = choiceWeight * termImpact(frequency, damping * choice.patience);
          choiceScores[entry] = (choiceScores[entry] ?? 0) + chosenBy;
          sectionScores[entry] = score;
          if (score > (partScores[article] ?? 0)) partScores[article] = score;
        }
      }
      const wholeWeight = weight * inverseFrequency(touchedCount, slugs.length);
      const mixedWeight = mix(wholeWeight, sectionWeight);
      for (let at = 0; at < touchedCount; at++) {
        const article = touched[at] ?? 0;
        const frequency = frequencies[article] ?? 0;
        const damping = articleDampings[article] ?? 1;
        const added = isAlone(article)
          ? mixedWeight * termImpact(frequency, damping * patience)
          : wholeWeight * termImpact(frequency, damping);
        wholeScores[article] = (wholeScores[article] ?? 0) + added;
        frequencies[article] = 0;
      }
      return mixedWeight;
    },

    /**
     * The articles that have the most of some terms in their whole texts, best first; ties in the order of the articles. It starts
     * another query.
     */
    findSimilar(
      terms: readonly { list: Uint32Array; weight: number }[],
      { limit, isWanted }: { limit: number; isWanted: (article: number) => boolean },
    ): readonly number[] {
      wholeScores.fill(0);
      for (const { list, weight } of terms) {
        let touchedCount = 0;
        for (let at = 0, slot = 0; at < list.length; slot++) {
          const frequency = slotFrequencies[slot] ?? 0;
          const end = at + 1 + (list[at] ?? 0);
          for (at += 1; at < end; at++) {
            const article = articleOfEntry[list[at] ?? 0] ?? 0;
            if (frequencies[article] === 0) touched[touchedCount++] = article;
            frequencies[article] = (frequencies[article] ?? 0) + frequency;
          }
        }
        const idf = weight * inverseFrequency(touchedCount, slugs.length);
        for (let at = 0; at < touchedCount; at++) {
          const article = touched[at] ?? 0;
          const impact = termImpact(frequencies[article] ?? 0, articleDampings[article] ?? 1);
          wholeScores[article] = (wholeScores[article] ?? 0) + idf * impact;
          frequencies[article] = 0;
        }
      }
      const top = createTop<number>(limit);
      for (const [article, score] of wholeScores.entries())
        if (score > top.threshold() && isWanted(article)) top.offer(score, article);
      return top.items();
    },

    /** How much the length of an article's best entry counts against it. */
    dampingOf: ({ article, entry }: Omit<RankedArticle, 'score'>) =>
      (isAlone(article) ? articleDampings[article] : entryDampings[entry]) ?? 1,
    sectionIdf,

    /** The section that answers, by its own words and how often it has them: most sections have those of their subject. */
    chooseSection: (article: number) => bestEntry(article, choiceScores),

    /** The best articles among the wanted, best first; ties in the order of the articles. */
    best(limit: number, isWanted: (article: number) => boolean): RankedArticle[] {
      const top = createTop<{ article: number; score: number }>(limit);
      for (let article = 0; article < slugs.length; article++) {
        const whole = wholeScores[article] ?? 0;
        if (whole === 0) continue;
        const score = isAlone(article) ? whole : mix(whole, partScores[article] ?? 0);
        if (score > top.threshold() && isWanted(article)) top.offer(score, { article, score });
      }
      return top.items().map(({ article, score }) => ({ article, entry: bestEntry(article, sectionScores), score }));
    },
  };

  /** How rare a term is among sections. */
  function sectionIdf(term: number): number {
    return sectionIdfs[term] ?? inverseFrequency(0, sections);
  }

  /** The only section of an article is the article. */
  function isAlone(article: number): boolean {
    return (firstEntry[article + 1] ?? 0) - (firstEntry[article] ?? 0) <= 2;
  }

  /** The head when no section has a score. */
  function bestEntry(article: number, scores: Float32Array): number {
    const head = firstEntry[article] ?? 0;
    let best = head;
    let bestScore = 0;
    for (let entry = head + 1; entry < (firstEntry[article + 1] ?? 0); entry++) {
      const score = scores[entry] ?? 0;
      if (score > bestScore) [best, bestScore] = [entry, score];
    }
    return best;
  }

  function measureLengths() {
    const { lengths } = forward;
    const ofArticles = slugs.map((_, article) => sum(lengths.subarray(firstEntry[article], firstEntry[article + 1])));
    const all = sum(lengths);
    const heads = sum(firstEntry.subarray(0, -1).map((entry) => lengths[entry] ?? 0));
    const count = lengths.length - slugs.length;
    const averages = { article: all / slugs.length || 1, section: (all - heads) / count || 1 };
    return {
      sections: Math.max(count, slugs.length),
      entryDampings: Float32Array.from(lengths, (length) => dampingOf(length / averages.section)),
      articleDampings: Float32Array.from(ofArticles, (length) => dampingOf(length / averages.article)),
    };
  }
}

function sum(numbers: Uint32Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mix(whole: number, section: number): number {
  return wholeShare * whole + (1 - wholeShare) * section;
}

/** How much a length, relative to the average, counts against a text: its share of BM25's saturation. */
function dampingOf(relativeLength: number): number {
  return saturation * (1 - lengthShare + lengthShare * relativeLength);
}

/** BM25F impact of a term, without idf: from 0 towards 1. */
export function termImpact(frequency: number, damping: number): number {
  return frequency / (frequency + damping);
}

/** Robertson and Sparck Jones' weight of a term found in `matches` of `total`; never negative. */
function inverseFrequency(matches: number, total: number): number {
  return Math.log(1 + (total - matches + 0.5) / (matches + 0.5));
}
