import { Index } from 'flexsearch';
import { tabulate } from './article-table.ts';
import type { SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { feedbackTerms } from './feedback.ts';
import { isWanted } from './filters.ts';
import { inverseFrequency, type Slots } from './impact.ts';
import { refuseForeign, type SearchIndexFile } from './index-file.ts';
import { unpackKeywords } from './keywords.ts';
import { unpackPostings } from './postings.ts';
import { findKnownTerms } from './query-terms.ts';
import { createRanking, type RankedArticle } from './ranking.ts';
import { settings } from './settings.ts';
import { bestSentence } from './snippet.ts';

interface KnownTerm {
  term: string;
  slots: Slots;
  idf: number;
}

/**
 * Opens a built index in memory.
 * @throws Error when another version of the analyser built it
 */
export function loadIndex(file: SearchIndexFile): SearchEngine {
  refuseForeign(file);
  const table = tabulate(file.articles);
  const { articles, articleOfEntry, firstEntry, readEntry } = table;
  const terms = file.terms === '' ? [] : file.terms.split('\n');
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const idf = new Float64Array(terms.length);
  const keywordsOf = unpackKeywords(file.keywords, articleOfEntry.length);
  const ranking = createRanking(table);
  const index = openPostings();

  return { search, related };

  function openPostings(): Index {
    const opened = new Index({ tokenize: 'strict', resolution: settings.slots, encode: (term) => [term] });
    // FlexSearch takes its exported lists as text or parsed; its types know only the first.
    const importable: { import(key: string, lists: unknown): void } = opened;
    const lists = unpackPostings(file.postings, terms.length);
    const lastTerm = new Uint32Array(articles.length);
    lists.forEach((slots, number) => {
      idf[number] = inverseFrequency(countArticles(slots, lastTerm, number + 1), articles.length);
    });
    importable.import(
      '1.map',
      lists.map((slots, number) => [terms[number], slots]),
    );
    return opened;
  }

  function countArticles(slots: Slots, lastTerm: Uint32Array, mark: number): number {
    let count = 0;
    for (const entries of slots) {
      for (const entry of entries) {
        const article = articleOfEntry[Number(entry)] ?? 0;
        if (lastTerm[article] === mark) continue;
        lastTerm[article] = mark;
        count++;
      }
    }
    return count;
  }

  function readTerm(term: string): KnownTerm {
    return { term, slots: index.search(term, { resolve: false }).result, idf: idf[numbers.get(term) ?? -1] ?? 0 };
  }

  function isSeen(term: string, isVisible: (slug: string) => boolean): boolean {
    return readTerm(term).slots.some((entries) =>
      entries.some((entry) => isVisible(articles[articleOfEntry[Number(entry)] ?? 0]?.slug ?? '')),
    );
  }

  function search(query: SearchQuery): SearchHit[] {
    const known = findKnownTerms(query.text, {
      isKnown: (term) => numbers.has(term) && isSeen(term, query.isVisible),
      rarity: (term) => readTerm(term).idf,
    }).map(readTerm);
    const { anchored, articles: feedbackArticles, share } = settings.feedback;
    ranking.clear();
    for (const { slots, idf } of known) ranking.add(slots, idf);
    const first = ranking.best(Math.max(query.limit, feedbackArticles), isWantedArticle);
    const total = known.reduce((sum, { idf }) => sum + idf, 0);
    const kept = first.slice(0, Math.min(anchored, query.limit));
    const hits = kept.map((found) => toHit(found, found.score / total));
    if (query.limit <= anchored || first.length <= anchored) return hits;

    const scale = (known.length * share) / (1 - share);
    let widened = total;
    const answers = first.slice(0, feedbackArticles);
    for (const [number, weight] of feedbackTerms(answers, keywordsOf, (term) => idf[term] ?? 0)) {
      const value = scale * weight * (idf[number] ?? 0);
      ranking.add(readTerm(terms[number] ?? '').slots, value);
      widened += value;
    }
    const keptArticles = new Set(kept.map(({ article }) => article));
    const ceiling = (kept.at(-1)?.score ?? 0) / total;
    const rest = ranking
      .best(query.limit, (article) => !keptArticles.has(article) && isWantedArticle(article))
      .slice(0, query.limit - kept.length);
    return [...hits, ...rest.map((found) => toHit(found, Math.min(ceiling, found.score / widened)))];

    function isWantedArticle(number: number): boolean {
      const article = articles[number];
      return article !== undefined && isWanted(article, query);
    }

    function toHit({ article, entry }: RankedArticle, score: number): SearchHit {
      const { sectionId, heading, text } = readEntry(entry);
      const { slug = '', description = '' } = articles[article] ?? {};
      const weights = new Map(known.map(({ term, idf }) => [term, idf]));
      return {
        slug,
        sectionId,
        heading,
        snippet: bestSentence(text === '' ? description : text, weights),
        score: Math.round(score * 1000) / 10,
      };
    }
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const own = articles.findIndex((article) => article.slug === slug);
    if (own < 0) return [];
    const answers: RankedArticle[] = [];
    for (let entry = firstEntry[own] ?? 0; entry < (firstEntry[own + 1] ?? 0); entry++) {
      answers.push({ article: own, entry, score: 1 });
    }
    ranking.clear();
    for (const [number, weight] of feedbackTerms(answers, keywordsOf, (term) => idf[term] ?? 0)) {
      ranking.add(readTerm(terms[number] ?? '').slots, weight * (idf[number] ?? 0));
    }
    return ranking
      .best(limit, (article) => article !== own && isVisible(articles[article]?.slug ?? ''))
      .map(({ article }) => articles[article]?.slug ?? '');
  }
}
