/** Every number the ranking depends on. Tuned on Cranfield and SciFact-train only; docs/decisions/search-engine.md. */
export const settings = {
  /** FlexSearch slots a posting list has: how finely an impact between 0 and 1 is kept. */
  slots: 32,
  /** BM25 k1: how soon more of the same word stops counting. */
  saturation: 1.4,
  /** BM25 b: how much of a section's length is held against it. */
  lengthShare: 0.75,
  /** A title or heading word counts as so many words of text. */
  titleWeight: 3,
  headingWeight: 2,
  /** Share of the article's score that any of its sections may cover; the rest is for its best section alone. */
  coverageShare: 0.4,
  /** Query words that count. */
  queryTerms: 64,
  queryCharacters: 10_000,
  feedback: {
    /** The first answers, whose words widen the query, and how many of them keep their place. */
    articles: 8,
    anchored: 3,
    /** Words taken over, and their share of the widened query. */
    terms: 30,
    share: 0.45,
    /** Characteristic words kept for each entry. */
    keywords: 30,
  },
} as const;
