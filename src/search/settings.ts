/** Every number the ranking depends on. Tuned on Cranfield and SciFact-train only; docs/decisions/search-engine.md. */
export const settings = {
  /** FlexSearch slots a posting list has: how finely an impact between 0 and 1 is kept. */
  slots: 64,
  /** BM25 k1: how soon more of the same word stops counting. */
  saturation: 1.4,
  /** BM25 b: how much of a section's length is held against it. */
  lengthShare: 0.75,
  /** A title or heading word counts as so many words of text. */
  titleWeight: 3,
  headingWeight: 2,
  /** Share of an article's score that it gets as a whole; the rest is its best section's. */
  wholeShare: 0.35,
  /** A section counts for no more than so many times its article, which spares looking at the sections of most articles. */
  sectionLead: 4,
  /** Query words that count. */
  queryTerms: 64,
  queryCharacters: 10_000,
  /** Share of all entries that a posting list keeps, the strongest ones, but never fewer than so many. */
  longestList: { share: 0.2, entries: 2_000 },
  /** Entries in unpacked posting lists that an engine keeps in memory, 8 bytes each. */
  postingsHeld: 4_000_000,
  feedback: {
    /** The first answers, whose words widen the query, and how many of them keep their place. */
    articles: 8,
    anchored: 3,
    /** Words taken over, and their share of the widened query. */
    terms: 20,
    share: 0.45,
    /** Entries of a word that are widened, the strongest. */
    entries: 1_000,
    /** Characteristic words kept for each entry. */
    keywords: 20,
  },
  /** Entries of a word that an article's neighbours are looked for in, the strongest: every page of a build asks. */
  relatedEntries: 200,
} as const;
