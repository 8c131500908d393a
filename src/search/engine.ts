import type { GlossaryTerm, Question, Section, Tier } from '../library/library.ts';
import type { QuoteLength } from './passage.ts';

/** How confident an answer is. `none` has no results unless the caller accepts any score. */
export type Confidence = 'none' | 'weak' | 'likely' | 'sure';

/** One article (or document) by sections, in plain text: the input of the index. */
export interface Searchable {
  slug: string;
  title: string;
  description: string;
  tags: readonly string[];
  authors: readonly string[];
  /** In the author's words; those of a section help to find it in the article. */
  questions: readonly Question[];
  sections: readonly Section[];
  /** The works that the sections cite: they find the article, but are never quoted. */
  references?: readonly string[];
  /** BCP 47; absent when it is the index's own. */
  language?: string;
}

/** Other words for a word: a section that has the word is found by them as well. */
export type Synonyms = readonly Pick<GlossaryTerm, 'term' | 'aliases'>[];

export interface SearchQuery {
  /** Any text; only its first 10,000 characters, and of those 200 distinct words, count. */
  text: string;
  limit: number;
  /**
   * Minimum share of the question's weight, in percent, that each result must match, however low the confidence. By
   * default an answer below `minConfidence` is empty.
   */
  minScore?: number | undefined;
  /** The least confidence of an answer that is not empty: `weak` unless given. */
  minConfidence?: Confidence;
  /** How much is quoted of each hit: `snippet` unless given. */
  quote?: QuoteLength;
  /** Also gives the `context` of each hit: its section around the quotation. */
  hasContext?: boolean;
  /** Also gives the `next` of the first hit. */
  hasNext?: boolean;
  /** Neither corrects misspelt words nor widens the question: for a search beside another one. */
  isQuick?: boolean;
  /** The caller's filter; by default all visible articles are wanted. */
  isWanted?: (slug: string) => boolean;
  /**
   * Excludes unreleased articles from results, feedback and spelling; for how rare a word is, the build has not counted
   * them.
   */
  isVisible: (slug: string) => boolean;
}

/** A section of an article with what is quoted of it. */
export interface QuotedSection {
  /** Anchor of the section; null for the part before the first heading or the title itself. */
  sectionId: string | null;
  heading: string;
  /** The sentences that match best, from the text the index was built from. */
  snippet: string;
}

/** An article with its best section. */
export interface SearchHit extends QuotedSection {
  slug: string;
  /**
   * No sentence of the section can be quoted, so `snippet` is the description of the article: of a paid section, only
   * the heading is public.
   */
  isDescription: boolean;
  /** More of the section than `snippet`; only when the query has `hasContext`, and the section can be quoted. */
  context?: string;
  /**
   * The section that matches next best, or more of the same section when no other comes near; only of the first hit,
   * when the query has `hasNext` and there is one that can be quoted.
   */
  next?: QuotedSection;
  /** The terms of the question as it was understood, for `markTerms`; the same for all hits of an answer. */
  terms: ReadonlySet<string>;
  /** The share of the question's weight that matches, 0 to 100; unknown words count against it. */
  score: number;
  /** How confident the answer is, judged by its first hit; the same for all hits of an answer. */
  confidence: Confidence;
}

export interface SearchEngine {
  /** Best first; ties by slug. Empty when its confidence would be `none`. */
  search(query: SearchQuery): SearchHit[];
  /**
   * Finds the articles most like another one.
   * @returns takes a slug and gives theirs, best first, itself left out; each term is read once for all that it is
   *   asked about
   */
  related(limit: number, isVisible: (slug: string) => boolean): (slug: string) => string[];
}

/** Something public whose name a reader may be typing. */
export type Completion =
  | { kind: 'article'; text: string; slug: string; tier: Tier }
  | { kind: 'section'; text: string; slug: string; tier: Tier; sectionId: string; title: string }
  | { kind: 'term'; text: string; id: string; definition: string }
  | { kind: 'tag'; text: string };

export interface Completer {
  /**
   * Completes what is typed so far, whose words may all be half words; `isVisible` keeps back what is not released yet.
   * @returns best first: titles, then glossary, headings and tags; among equals those that begin with what is typed
   */
  complete(text: string, options: { limit: number; isVisible: (entry: Completion) => boolean }): Completion[];
  /**
   * Writes out the last word of a text that is being typed, unless it is whole: with the most common words of public
   * texts that begin with it.
   */
  extendLast(text: string): string;
}
