/** Every number the ranking depends on; chosen as docs/decisions/search-engine.md says. */
export const settings = {
  /** BM25 k1: how soon more of the same word stops counting. */
  saturation: 1.2,
  /**
   * A question of fewer different words needs each of them, so in an article of one section more of the same stops
   * counting sooner, in proportion.
   */
  wordsOfLongQuestion: 5,
  /** BM25 b: how much the length of a section or an article counts against it. */
  lengthShare: 0.6,
  /** How many words of text a word of each field counts as, both in frequency and in length. */
  fieldWeights: {
    title: 2,
    heading: 2,
    question: 2,
    alias: 1,
    fact: 1,
    sentence: 1,
    fragment: 1,
    row: 1,
    caption: 1,
    code: 1,
  },
  /**
   * The weighted frequencies that FlexSearch's slots stand for, the strongest slot first; what lies between counts as
   * the lower one.
   */
  slotFrequencies: [24, 16, 12, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  /** Share of an article's score that it gets as a whole; the rest is its best section's. */
  wholeShare: 0.35,
  /**
   * When the sections of one article are compared: how much later more of the same word stops counting, the share of
   * widening, and that of a word of the article's head, which is about all of them. The second one that is quoted is
   * one of so many candidates, and its passage has a share in that choice; the rest of the first section counts less
   * than another one.
   */
  sections: { patience: 2.5, widening: 0.5, subject: 0.5, candidates: 4, passage: 0.4, rest: 0.5 },
  /** Distinct words of a question that are looked for. */
  queryTerms: 200,
  queryCharacters: 10_000,
  feedback: {
    /** How many of the first answers widen the query with their words, and how many of them keep their rank. */
    articles: 7,
    anchored: 3,
    /** Characteristic words that each of them brings. */
    keywords: 20,
    /** Words taken over, and their share of the widened query. */
    terms: 20,
    share: 0.45,
  },
  /**
   * A passage that is quoted has `enough` characters at least and `longest` at most, as far as whole sentences allow.
   */
  passage: {
    snippet: { enough: 40, longest: 300 },
    answer: { enough: 600, longest: 600 },
    section: { enough: 1200, longest: 1200 },
  },
} as const;
