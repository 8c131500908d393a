import { analyse } from './analyse.ts';
import type { Confidence, QuotedSection, SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { createFeedback } from './feedback.ts';
import { createMemo, type IndexSource } from './index-file.ts';
import { type IndexFile, openTables } from './index-tables.ts';
import { entryOf, hasEntry } from './inverted-index.ts';
import {
  type ChosenPassage,
  choosePassage,
  findSentence,
  hasPhrase,
  type QuoteLength,
  withoutPassage,
} from './passage.ts';
import { type QueryTerms, readPhrases, readQuestion } from './query-terms.ts';
import {
  confidences,
  createRanking,
  judgeConfidence,
  type RankedArticle,
  type ScoredSection,
  type WeightedTerm,
} from './ranking.ts';
import { settings } from './ranking-weights.ts';

/** Maximum bytes of recently quoted texts. */
const cachedBytes = 2_000_000;
/** Maximum bytes of the terms that are measured for articles like others; the memory is freed with them. */
const measuredBytes = 128_000_000;

/**
 * How many of the best articles are looked through for the phrases in quotation marks, and how many of their sections
 * are read.
 */
const phraseArticles = 50;
const phraseSections = 100;

/**
 * The folded words of a phrase in quotation marks, with its terms as they are in articles of each language that has all
 * of them.
 */
interface Phrase {
  text: string;
  terms: readonly (readonly number[])[];
}

/** A section that is to be quoted; the passage has a phrase when it can. */
interface Quoted {
  entry: number;
  phrase?: string | undefined;
}

/** A candidate for the answer. */
interface Found extends RankedArticle {
  /** Its share of the question's weight. */
  share: number;
}

/** An index in a file: terms and tables are read when a question needs them, and stay in memory. */
export interface StoredEngine extends SearchEngine {
  /** A question reads the file again, which blocks its thread: the lists are not in memory. */
  isOnDisk: boolean;
  /** Reads the next of its tables, so that other requests can be served between two. @returns false after the last */
  openNext(): boolean;
}

/** Opens the output of `buildIndex`, see `openIndexFiles`. */
export function openIndex(source: IndexSource): StoredEngine {
  return openIndexFiles([{ source }]);
}

/**
 * Opens the files of an index. Lists and texts are read when a question needs them.
 * @throws Error when another version of the analyser built one of them
 */
export function openIndexFiles(files: readonly IndexFile[]): StoredEngine {
  const open = openTables(files);
  let steps = openEngine(open);
  let opened: SearchEngine | undefined;
  function openNext(): boolean {
    if (opened) return false;
    try {
      const { done, value } = steps.next();
      if (done) opened = value;
      return !done;
    } catch (error) {
      // A generator that has thrown is at its end.
      steps = openEngine(open);
      throw error;
    }
  }
  function openAll(): SearchEngine {
    for (;;) {
      if (opened) return opened;
      openNext();
    }
  }
  return {
    isOnDisk: files.some(({ readList }) => readList !== undefined),
    openNext,
    search: (query) => openAll().search(query),
    related: (limit, isVisible) => openAll().related(limit, isVisible),
  };
}

function* openEngine(open: ReturnType<typeof openTables>): Generator<void, SearchEngine, void> {
  const tables = yield* open();
  const { slugs, articleOfEntry, firstEntry, languages, matches, numberOf, readList, findSpellings } = tables;
  const countMatches = (term: string) => matches[numberOf(term) ?? -1] ?? 0;
  const ranking = createRanking(tables, tables);
  const add = (word: WeightedTerm, choiceShare?: number) => ranking.add(readList(word.term), word, choiceShare);
  const readQuotable = createMemo({
    max: cachedBytes,
    make: tables.readQuotable,
    sizeOf: ({ text }) => text.length + 1,
  });
  const findFeedback = createFeedback(tables.readKeywords, ranking);
  /** Weight of each term of the current question in a passage; all 0 between two questions. */
  const passageWeights = new Float32Array(matches.length);
  /** Numbers of articles by slug; only `related` needs them. */
  let articleNumbers: ReadonlyMap<string, number> | undefined;

  return { search, related };

  function search(query: SearchQuery): SearchHit[] {
    const { anchored, articles: feedbackArticles } = settings.feedback;
    const isSeen = (posting: number) => query.isVisible(slugs[articleOfEntry[entryOf(posting)] ?? 0] ?? '');
    const isKnown = (term: string) => {
      const number = numberOf(term);
      return number !== undefined && readList(number).some(isSeen);
    };
    const vocabulary = { languages, isKnown, countMatches, ...(query.isQuick ? {} : { findSpellings }) };
    const { known, wordShares, unknown, words } = readQuestion(query.text, vocabulary);
    const queryTerms = Array.from(known, ([text, count]) => ({ text, term: numberOf(text) ?? -1, weight: count }));
    if (queryTerms.length === 0) return [];
    const { total, counted } = startRanking(queryTerms, { unknown, words });
    const phrases = openPhrases(query.text);
    /** The section that has the first phrase, by article; all articles may be found when none has all phrases. */
    const phraseEntries = findPhrases(phrases, isRequested);
    const first = ranking.best(Math.max(query.limit, feedbackArticles), isWanted);
    const anchoredHits = first.slice(0, Math.min(anchored, query.limit));
    const found = anchoredHits.map((ranked): Found => ({ ...ranked, share: Math.min(1, ranked.score / counted) }));
    const confidence = judge(first, counted);
    const isTooWeak = confidences.indexOf(confidence) < confidences.indexOf(query.minConfidence ?? 'weak');
    if (isTooWeak && query.minScore === undefined) return [];
    const widening = query.isQuick ? [] : widen(first.slice(0, feedbackArticles), queryTerms);
    const added = widening.reduce((sum, word) => sum + add(word, settings.sections.widening), 0);
    if (query.limit > anchoredHits.length && first.length > anchoredHits.length) {
      const widened = (1 + added / total) * counted;
      const anchoredArticles = new Set(anchoredHits.map(({ article }) => article));
      const isOther = (article: number) => !anchoredArticles.has(article) && isWanted(article);
      const ceiling = found.at(-1)?.share ?? 0;
      for (const ranked of ranking.best(query.limit - anchoredHits.length, isOther))
        found.push({ ...ranked, share: Math.min(ceiling, ranked.score / widened) });
    }
    const understood = new Set(known.keys());
    for (const { term, weight } of queryTerms) passageWeights[term] = weight * ranking.sectionIdf(term);
    const hits = found.filter(isAnswer).map(toHit);
    for (const { term } of queryTerms) passageWeights[term] = 0;
    return hits;

    function isAnswer({ share }: Found): boolean {
      return share * 100 >= (query.minScore ?? 0);
    }

    function judge(ranked: readonly RankedArticle[], counted: number): Confidence {
      const best = ranked[0];
      if (best === undefined) return 'none';
      const { article, entry, score } = best;
      const head = firstEntry[article] ?? 0;
      const has = (term: number, place: number) => hasEntry(readList(term), place);
      return judgeConfidence({
        share: Math.min(1, score / counted),
        found: queryTerms
          .filter(({ term }) => has(term, head) || has(term, entry))
          .reduce((sum, { text }) => sum + (wordShares.get(text) ?? 0), 0),
        lead: 1 - (ranked[4]?.score ?? 0) / score,
      });
    }

    function isWanted(article: number): boolean {
      return (phraseEntries.size === 0 || phraseEntries.has(article)) && isRequested(article);
    }

    function isRequested(article: number): boolean {
      const slug = slugs[article] ?? '';
      return query.isVisible(slug) && (query.isWanted?.(slug) ?? true);
    }

    function toHit({ article, share }: Found, rank: number): SearchHit {
      const hasNext = query.hasNext === true && rank === 0;
      const head = firstEntry[article] ?? 0;
      const chosen = ranking.chooseSections(article, hasNext ? settings.sections.candidates : 1);
      const phraseEntry = phraseEntries.get(article) ?? head;
      const phrase = phraseEntry === head ? undefined : phrases[0]?.text;
      const entry = phrase === undefined ? (chosen[0]?.entry ?? 0) : phraseEntry;
      const { sectionId, heading } = tables.place(entry);
      const passage = entry === head ? undefined : findPassage({ entry, phrase }, query.quote);
      const own = quote(heading, passage, query.quote);
      const longer = passage && query.hasContext ? findPassage({ entry, phrase }, 'section') : undefined;
      const context = quote(heading, longer, 'section');
      const next = hasNext ? quoteNext(chosen, { entry, passage: longer ?? passage }, query.quote) : undefined;
      return {
        slug: slugs[article] ?? '',
        sectionId,
        heading,
        snippet: own ?? choosePassage(readQuotable(head), passageWeights, { length: query.quote })?.text ?? heading,
        isDescription: own === undefined,
        ...(context === undefined ? {} : { context }),
        ...(next ? { next } : {}),
        terms: understood,
        score: Math.round(share * 1000) / 10,
        confidence,
      };
    }
  }

  /**
   * The section beside the best one whose words and passage carry most of the question, or the rest of the best one
   * when no other comes near. One that has no sentence that can be quoted is left out: of a paid one, only the heading
   * is public.
   */
  function quoteNext(
    candidates: readonly ScoredSection[],
    best: { entry: number; passage: ChosenPassage | undefined },
    length?: QuoteLength,
  ): QuotedSection | undefined {
    const { passage: share, rest } = settings.sections;
    let next: QuotedSection | undefined;
    let most = 0;
    for (const { entry, score } of candidates) {
      const isRest = entry === best.entry;
      const all = readQuotable(entry);
      const text = isRest ? best.passage && withoutPassage(all, best.passage) : all;
      const passage = text && choosePassage(text, passageWeights, { length });
      const value = passage ? ((1 - share) * score + share * passage.weight) * (isRest ? rest : 1) : 0;
      if (!passage || value <= most) continue;
      most = value;
      next = { ...tables.place(entry), snippet: passage.text };
    }
    return next;
  }

  function findPassage({ entry, phrase }: Quoted, length?: QuoteLength): ChosenPassage | undefined {
    return choosePassage(readQuotable(entry), passageWeights, { length, phrase });
  }

  /**
   * What is quoted of a section: its best passage, after its heading when that carries nothing of the question and
   * there is room.
   */
  function quote(heading: string, passage: ChosenPassage | undefined, length: QuoteLength = 'snippet') {
    const named = `${heading}${/[?!.:]$/.test(heading) ? '' : ':'} ${passage?.text}`;
    const isNamed = passage?.weight === 0 && named.length <= settings.passage[length].longest;
    return isNamed ? named : passage?.text;
  }

  /** The phrases of a question that some article may have: function words alone cannot be looked up. */
  function openPhrases(question: string): Phrase[] {
    return readPhrases(question).flatMap((text) => {
      const numbers = languages
        .map((language) => analyse(text, language).map((term) => numberOf(term) ?? -1))
        .filter((all) => all.length > 0 && !all.includes(-1));
      return numbers.length > 0 ? [{ text, terms: numbers }] : [];
    });
  }

  /**
   * Maps each of the best articles that has all phrases to the section with the first of them, or to the head where
   * only that has it.
   */
  function findPhrases(
    phrases: readonly Phrase[],
    isWanted: (article: number) => boolean,
  ): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    if (phrases.length === 0) return found;
    let unread = phraseSections;
    for (const { article } of ranking.best(phraseArticles, isWanted)) {
      const places = phrases.map((phrase) => findPhrase(article, phrase));
      if (places[0] !== undefined && !places.includes(undefined)) found.set(article, places[0]);
    }
    return found;

    function findPhrase(article: number, { text, terms }: Phrase): number | undefined {
      const head = firstEntry[article] ?? 0;
      const sections = Array.from({ length: (firstEntry[article + 1] ?? head) - head - 1 }, (_, at) => head + 1 + at);
      return [...sections, head].find((entry) => {
        if (!terms.some((all) => all.every((term) => hasEntry(readList(term), entry)))) return false;
        unread -= 1;
        if (unread < 0) return false;
        return hasPhrase(tables.place(entry).heading, text) || findSentence(readQuotable(entry), text) >= 0;
      });
    }
  }

  /** Starts the ranking with the terms of a query; returns the weight of its known words, and that of the question. */
  function startRanking(
    queryTerms: readonly WeightedTerm[],
    { unknown, words }: Pick<QueryTerms, 'unknown' | 'words'>,
  ) {
    ranking.clear(words);
    const total = queryTerms.reduce((sum, word) => sum + add(word), 0);
    return { total, counted: total + ranking.heaviest * unknown };
  }

  /** Weights of the words from the first answers that widen the query, relative to its own. */
  function widen(answers: readonly RankedArticle[], queryTerms: readonly WeightedTerm[]): WeightedTerm[] {
    const { share } = settings.feedback;
    const words = queryTerms.reduce((sum, { weight }) => sum + weight, 0);
    return findFeedback(answers).map(({ term, weight }) => ({ term, weight: (weight * share * words) / (1 - share) }));
  }

  function findArticle(slug: string): number {
    articleNumbers ??= new Map(slugs.map((each, article) => [each, article]));
    return articleNumbers.get(slug) ?? -1;
  }

  function related(limit: number, isVisible: (slug: string) => boolean): (slug: string) => string[] {
    const measure = createMemo({
      max: measuredBytes,
      make: (term) => ranking.measureTerm(readList(term), term),
      sizeOf: ({ articles, impacts }) => articles.byteLength + impacts.byteLength,
    });
    return (slug) => {
      const own = findArticle(slug);
      const head = firstEntry[own] ?? 0;
      const entries = Array.from({ length: (firstEntry[own + 1] ?? head) - head }, (_, at) => head + at);
      const common = findFeedback(entries.map((entry) => ({ article: own, entry, score: 1 })));
      const terms = common.map(({ term, weight }) => ({ measured: measure(term), weight }));
      const isWanted = (article: number) => article !== own && isVisible(slugs[article] ?? '');
      return ranking.findSimilar(terms, { limit, isWanted }).map((article) => slugs[article] ?? '');
    };
  }
}
