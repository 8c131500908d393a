import type { ArticleTable } from './article-table.ts';
import type { Confidence } from './engine.ts';
import { entryOf, findPlace, frequencyOf, toPosting } from './inverted-index.ts';
import { settings } from './ranking-weights.ts';

export interface RankedArticle {
  article: number;
  /** The section with the best score of its own; the head when no section has any. */
  entry: number;
  score: number;
}

/** A term by its number, and what it weighs among others. */
export interface WeightedTerm {
  term: number;
  weight: number;
}

/** A section of the article at hand, and what the question's terms in it weigh. */
export interface ScoredSection {
  entry: number;
  score: number;
}

/** The articles that have a term, and how much it adds to each. */
export interface MeasuredTerm {
  articles: Uint32Array;
  impacts: Float32Array;
}

/** Counts of an index, by the numbers of its entries and terms. */
export interface TermCounts {
  /** How many words each entry has, see `measureLength`. */
  lengths: Uint32Array;
  /** In how many sections each term is. */
  matches: ArrayLike<number>;
  /** In how many articles each term is. */
  articleMatches: ArrayLike<number>;
}

export type Ranking = ReturnType<typeof createRanking>;

const { saturation, wordsOfLongQuestion, lengthShare, wholeShare, sections: choice } = settings;

/**
 * Adds up posting lists, one query at a time: an article scores as a whole (BM25F over its words) mixed with its best
 * section.
 */
export function createRanking({ firstEntry, articleOfEntry, slugs, counted }: ArticleTable, counts: TermCounts) {
  const sectionScores = new Float32Array(articleOfEntry.length);
  const wholeScores = new Float32Array(slugs.length);
  /** The best score of an article's sections; its title, description and questions count like one. */
  const partScores = new Float32Array(slugs.length);
  /** The share of an article's score that is its best section's. */
  const partShares = new Float64Array(slugs.length).map((_, article) => (isAlone(article) ? 0 : 1 - wholeShare));
  /** Scores as integers of the same order: none is negative. */
  const sectionBits = new Int32Array(sectionScores.buffer);
  const partBits = new Int32Array(partScores.buffer);
  /** The articles in the list at hand, from 1, and the frequency of its term in each. */
  const touched = new Uint32Array(slugs.length + 1);
  const frequencies = new Uint32Array(slugs.length + 1);
  /**
   * Scores of one article's entries, by which a section is chosen: repetition counts for longer than in
   * `sectionScores`.
   */
  const choiceScores = new Float32Array(measureLongest());
  const { entryDampings, articleDampings, articles, sections } = measureLengths();
  /** How late repetition stops counting in an article of one section, relative to a long question. */
  let patience = 1;
  /** The lists of the question so far, and how much they count when a section is chosen. */
  let added: { list: Uint32Array; weight: number }[] = [];

  return {
    /** The value of `add` for a term that no entry contains: the largest idf. */
    heaviest: mix(inverseFrequency(0, articles), inverseFrequency(0, sections)),

    /** @param words how many different words the next query has */
    clear(words: number): void {
      patience = Math.min(1, words / wordsOfLongQuestion);
      added = [];
      sectionScores.fill(0);
      wholeScores.fill(0);
      partScores.fill(0);
    },

    /**
     * Adds a term to the articles and sections in its list; returns the most it can add to one: its weight times idf.
     * @param list a list of `openInvertedIndex`
     * @param choiceShare how much the term counts when a section is chosen
     */
    add(list: Uint32Array, { term, weight }: WeightedTerm, choiceShare = 1): number {
      const sectionWeight = weight * sectionIdf(term);
      const wholeWeight = weight * articleIdf(term);
      const mixedWeight = mix(wholeWeight, sectionWeight);
      added.push({ list, weight: sectionWeight * choiceShare });
      const count = addToSections(list, sectionWeight);
      for (let at = 1; at <= count; at++) {
        const article = touched[at] ?? 0;
        const frequency = frequencies[at] ?? 0;
        frequencies[at] = 0;
        const damping = articleDampings[article] ?? 1;
        // The only section of an article is the article.
        const whole =
          partShares[article] === 0
            ? mixedWeight * termImpact(frequency, damping * patience)
            : wholeWeight * termImpact(frequency, damping);
        wholeScores[article] = (wholeScores[article] ?? 0) + whole;
      }
      return mixedWeight;
    },

    /** How much a term adds to the whole text of each article that has it. @param list a list of `openInvertedIndex` */
    measureTerm(list: Uint32Array, term: number): MeasuredTerm {
      const count = countInArticles(list);
      const idf = articleIdf(term);
      const articles = touched.slice(1, count + 1);
      const impacts = new Float32Array(count);
      for (let at = 0; at < count; at++) {
        const damping = articleDampings[articles[at] ?? 0] ?? 1;
        impacts[at] = idf * termImpact(frequencies[at + 1] ?? 0, damping);
      }
      frequencies.fill(0, 1, count + 1);
      return { articles, impacts };
    },

    /**
     * The articles that have the most of some terms in their whole texts, best first; ties in the order of the
     * articles. It starts another query.
     */
    findSimilar(
      terms: readonly { measured: MeasuredTerm; weight: number }[],
      { limit, isWanted }: { limit: number; isWanted: (article: number) => boolean },
    ): readonly number[] {
      wholeScores.fill(0);
      for (const { measured, weight } of terms) {
        const { articles, impacts } = measured;
        for (let at = 0; at < articles.length; at++) {
          const article = articles[at] ?? 0;
          wholeScores[article] = (wholeScores[article] ?? 0) + weight * (impacts[at] ?? 0);
        }
      }
      const top = createTop(limit);
      let least = top.least();
      for (let article = 0; article < wholeScores.length; article++) {
        const score = wholeScores[article] ?? 0;
        if (score > least && isWanted(article)) least = top.offer(score, article);
      }
      return top.numbers;
    },

    /** How much the length of an entry counts against it. */
    dampingOf(entry: number): number {
      const article = articleOfEntry[entry] ?? 0;
      return (isAlone(article) ? articleDampings[article] : entryDampings[entry]) ?? 1;
    },
    sectionIdf,
    /**
     * The sections that answer, the best first, by their own words and how often they have them: most sections have
     * those of their subject. The head when no section has any.
     */
    chooseSections(article: number, limit: number): readonly ScoredSection[] {
      const first = firstEntry[article] ?? 0;
      const end = firstEntry[article + 1] ?? 0;
      const scores = choiceScores.fill(0, 0, end - first);
      for (const { list, weight: whole } of added) {
        const start = findPlace(list, first);
        // A word of the article's subject says less of which section it is.
        const weight = whole * ((list[start] ?? Number.POSITIVE_INFINITY) < toPosting(first + 1) ? choice.subject : 1);
        for (let at = start; (list[at] ?? Number.POSITIVE_INFINITY) < toPosting(end); at++) {
          const posting = list[at] ?? 0;
          const entry = entryOf(posting);
          const frequency = frequencyOf(posting);
          const impact = termImpact(frequency, (entryDampings[entry] ?? 1) * choice.patience);
          scores[entry - first] = (scores[entry - first] ?? 0) + weight * impact;
        }
      }
      const top = createTop(limit);
      for (let at = 1; at < end - first; at++) top.offer(scores[at] ?? 0, first + at);
      if (top.numbers.length === 0) return [{ entry: first, score: 0 }];
      return top.numbers.map((entry, at) => ({ entry, score: top.values[at] ?? 0 }));
    },

    /** The best articles among the wanted, best first; ties in the order of the articles. */
    best(limit: number, isWanted: (article: number) => boolean): RankedArticle[] {
      const top = createTop(limit);
      let least = top.least();
      for (let article = 0; article < slugs.length; article++) {
        const share = partShares[article] ?? 0;
        const score = (1 - share) * (wholeScores[article] ?? 0) + share * (partScores[article] ?? 0);
        if (score > least && isWanted(article)) least = top.offer(score, article);
      }
      return top.numbers.map((article, at) => {
        const first = firstEntry[article] ?? 0;
        const entry = findBest(sectionScores, first, firstEntry[article + 1] ?? first);
        return { article, entry, score: top.values[at] ?? 0 };
      });
    },
  };

  /**
   * Adds a term to the sections in its list, and does what `countInArticles` does: one pass took a tenth less of a
   * search than two.
   */
  function addToSections(list: Uint32Array, weight: number): number {
    let count = 0;
    let last = -1;
    for (let at = 0; at < list.length; at++) {
      const posting = list[at] ?? 0;
      const entry = entryOf(posting);
      const frequency = frequencyOf(posting);
      const impact = termImpact(frequency, entryDampings[entry] ?? 1);
      sectionScores[entry] = (sectionScores[entry] ?? 0) + weight * impact;
      const article = articleOfEntry[entry] ?? 0;
      partBits[article] = greaterOf(partBits[article] ?? 0, sectionBits[entry] ?? 0);
      count += (last - article) >>> 31;
      last = article;
      touched[count] = article;
      frequencies[count] = (frequencies[count] ?? 0) + frequency;
    }
    return count;
  }

  /**
   * Notes in `touched` and `frequencies`, from 1, which articles a list has and how much of its term. It has no
   * branches: whether a posting begins an article cannot be predicted, and a wrong prediction takes longer than three
   * postings.
   * @returns the number of articles
   */
  function countInArticles(list: Uint32Array): number {
    let count = 0;
    let last = -1;
    for (let at = 0; at < list.length; at++) {
      const posting = list[at] ?? 0;
      const article = articleOfEntry[entryOf(posting)] ?? 0;
      count += (last - article) >>> 31;
      last = article;
      touched[count] = article;
      frequencies[count] = (frequencies[count] ?? 0) + frequencyOf(posting);
    }
    return count;
  }

  /** How rare a term is among sections. */
  function sectionIdf(term: number): number {
    return inverseFrequency(counts.matches[term] ?? 0, sections);
  }

  /** How rare a term is among articles. */
  function articleIdf(term: number): number {
    return inverseFrequency(counts.articleMatches[term] ?? 0, articles);
  }

  /** The only section of an article is the article. */
  function isAlone(article: number): boolean {
    return (firstEntry[article + 1] ?? 0) - (firstEntry[article] ?? 0) <= 2;
  }

  function measureLongest(): number {
    return firstEntry.reduce((longest, first, article) => Math.max(longest, first - (firstEntry[article - 1] ?? 0)), 0);
  }

  /** Averages are those of the articles that count: any other must not change how they are found. */
  function measureLengths() {
    const { lengths } = counts;
    const ofArticles = new Float64Array(slugs.length);
    for (let entry = 0; entry < articleOfEntry.length; entry++) {
      const article = articleOfEntry[entry] ?? 0;
      ofArticles[article] = (ofArticles[article] ?? 0) + (lengths[entry] ?? 0);
    }
    const total = { articles: 0, sections: 0, all: 0, heads: 0 };
    for (let article = 0; article < ofArticles.length; article++) {
      if (!counted[article]) continue;
      const length = ofArticles[article] ?? 0;
      const head = firstEntry[article] ?? 0;
      total.articles += 1;
      total.sections += (firstEntry[article + 1] ?? head) - head - 1;
      total.all += length;
      total.heads += lengths[head] ?? 0;
    }
    const averages = {
      article: total.all / total.articles || 1,
      section: (total.all - total.heads) / total.sections || 1,
    };
    return {
      articles: total.articles,
      sections: Math.max(total.sections, total.articles),
      entryDampings: new Float32Array(lengths).map((length) => dampingOf(length / averages.section)),
      articleDampings: new Float32Array(ofArticles).map((length) => dampingOf(length / averages.article)),
    };
  }
}

/** The place of the best score of an article's sections, which follow its head; the head's when no section has any. */
function findBest(scores: Float32Array, head: number, end: number): number {
  let best = head;
  let bestScore = 0;
  for (let at = head + 1; at < end; at++) {
    const score = scores[at] ?? 0;
    if (score <= bestScore) continue;
    best = at;
    bestScore = score;
  }
  return best;
}

/** The greater of two numbers that are not negative, without a branch. */
function greaterOf(one: number, other: number): number {
  const difference = one - other;
  return one - (difference & (difference >> 31));
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

/** So many of the numbers with the highest values above 0, best first; of equals the one offered first. */
export function createTop(limit: number) {
  const values: number[] = [];
  const numbers: number[] = [];
  /** A value must exceed this to be among the highest. */
  const least = () => (values.length === limit ? (values.at(-1) ?? Number.POSITIVE_INFINITY) : 0);
  return {
    numbers,
    values,
    least,
    /** @returns what `least` gives now */
    offer(value: number, number: number): number {
      if (value <= least()) return least();
      let at = Math.min(values.length, limit - 1);
      for (; at > 0 && (values[at - 1] ?? 0) < value; at--) {
        values[at] = values[at - 1] ?? 0;
        numbers[at] = numbers[at - 1] ?? 0;
      }
      values[at] = value;
      numbers[at] = number;
      return least();
    },
  };
}

/** The lowest first. */
export const confidences: readonly Confidence[] = ['none', 'weak', 'likely', 'sure'];

/** Whether a first hit is more likely right than not. */
export function isCertain(confidence: Confidence): boolean {
  return confidence === 'sure' || confidence === 'likely';
}

/** Properties of an answer's first hit. */
export interface Signals {
  /** Share of the question's weight, 0 to 1. */
  share: number;
  /**
   * How many different words of the question it has, in its section or its head; of a word of several terms (`IL-10`),
   * the share that it has.
   */
  found: number;
  /** How far the fifth hit is behind, 0 to 1; 1 when there is none. */
  lead: number;
}

/**
 * Fitted to the first hits of 3,181 questions to four collections, complete and split into libraries of twenty
 * articles; half of the questions are about something the library does not cover (docs/decisions/search-engine.md, "How
 * sure an answer is").
 */
const fitted = { base: -1.87, share: 2.14, smallShare: 0.02, found: 1.64, lead: 2.72 } as const;
/** The minimum probability of a correct answer for each level. */
const least: Record<Exclude<Confidence, 'none'>, number> = { sure: 0.75, likely: 0.5, weak: 0.02 };

/** How likely a first hit is right, 0 to 1. */
export function estimateChance({ share, found, lead }: Signals): number {
  const { base, smallShare, ...weights } = fitted;
  const evidence =
    base + weights.share * Math.log(share + smallShare) + weights.found * Math.log1p(found) + weights.lead * lead;
  return 1 / (1 + Math.exp(-evidence));
}

export function judgeConfidence(signals: Signals): Confidence {
  const chance = estimateChance(signals);
  const confidence = confidences.findLast((name) => name === 'none' || chance >= least[name]) ?? 'none';
  // One word proves nothing when the greater part of the question is unknown: "the plot of Hamlet".
  const isOneOfMany = signals.found <= 1 && signals.share < 0.5;
  return isCertain(confidence) && isOneOfMany ? 'weak' : confidence;
}
