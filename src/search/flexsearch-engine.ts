import { Index } from 'flexsearch';
import { openArticles } from './article-table.ts';
import type { SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { feedbackTerms } from './feedback.ts';
import { isWanted } from './filters.ts';
import type { Slots } from './impact.ts';
import { decodeIndex } from './index-file.ts';
import { openKeywords } from './keywords.ts';
import { openPostings } from './postings.ts';
import { findKnownTerms } from './query-terms.ts';
import { createRanking, type RankedArticle } from './ranking.ts';
import { settings } from './settings.ts';
import { createSnippets } from './snippet.ts';

/**
 * Opens the bytes of `buildIndex` in memory.
 * @throws Error when another version of the analyser built them
 */
export function loadIndex(bytes: Uint8Array): SearchEngine {
  const blocks = decodeIndex(bytes);
  const table = openArticles(blocks);
  const { articles, articleOfEntry, firstEntry, readEntry } = table;
  const terms = blocks.terms.length === 0 ? [] : Buffer.from(blocks.terms).toString().split('\n');
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const articleNumbers = new Map(articles.map(({ slug }, number) => [slug, number]));
  const { idf, unpack } = openPostings(blocks, { terms: terms.length, articles: articles.length });
  const keywordsOf = openKeywords(blocks.keywords, articleOfEntry.length);
  const readSlots = createPostingCache((term) => unpack(numbers.get(term) ?? terms.length));
  const ranking = createRanking(table);

  return { search, related };

  function search(query: SearchQuery): SearchHit[] {
    const { anchored, articles: feedbackArticles } = settings.feedback;
    const weights = readWeights(query);
    const total = sum(weights.values());
    ranking.clear();
    for (const [term, weight] of weights) ranking.add(readSlots(term), weight);
    const first = ranking.best(Math.max(query.limit, feedbackArticles), isWantedArticle);
    const snippetOf = createSnippets(weights);
    const kept = first.slice(0, Math.min(anchored, query.limit));
    const hits = kept.map((found) => toHit(found, found.score / total));
    if (query.limit <= kept.length || first.length <= kept.length) return hits;

    const widened = total + widen(first.slice(0, feedbackArticles), weights.size);
    const keptArticles = new Set(kept.map(({ article }) => article));
    const rest = ranking.best(
      query.limit - kept.length,
      (article) => !keptArticles.has(article) && isWantedArticle(article),
    );
    const ceiling = (kept.at(-1)?.score ?? 0) / total;
    return [...hits, ...rest.map((found) => toHit(found, Math.min(ceiling, found.score / widened)))];

    function isWantedArticle(number: number): boolean {
      const article = articles[number];
      return article !== undefined && isWanted(article, query);
    }

    function toHit({ article, entry }: RankedArticle, score: number): SearchHit {
      const { sectionId, heading, text } = readEntry(entry);
      const { slug = '', description = '' } = articles[article] ?? {};
      return {
        slug,
        sectionId,
        heading,
        snippet: snippetOf(text === '' ? description : text),
        score: Math.round(score * 1000) / 10,
      };
    }
  }

  /** The known terms of a question with their idf. */
  function readWeights({ text, isVisible }: SearchQuery): Map<string, number> {
    const known = findKnownTerms(text, {
      isKnown: (term) => numbers.has(term) && readSlots(term).some((entries) => entries.some(isSeen)),
      rarity: weightOf,
    });
    return new Map(known.map((term) => [term, weightOf(term)]));

    function isSeen(entry: number | string): boolean {
      return isVisible(articles[articleOfEntry[Number(entry)] ?? 0]?.slug ?? '');
    }
  }

  function weightOf(term: string): number {
    return idf[numbers.get(term) ?? -1] ?? 0;
  }

  /** Adds the words of the first answers to a question of some terms; returns the weight added in all. */
  function widen(answers: readonly RankedArticle[], questionTerms: number): number {
    const { share, entries } = settings.feedback;
    let added = 0;
    for (const [number, part] of feedbackTerms(answers, keywordsOf, idf)) {
      const weight = ((part * share) / (1 - share)) * questionTerms * (idf[number] ?? 0);
      ranking.add(readSlots(terms[number] ?? ''), weight, entries);
      added += weight;
    }
    return added;
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const own = articleNumbers.get(slug) ?? -1;
    const entries = articles[own]?.entries ?? [];
    const first = firstEntry[own] ?? 0;
    const passages = entries.map((_, at): RankedArticle => ({ article: own, entry: first + at, score: 1 }));
    ranking.clear();
    for (const [number, part] of feedbackTerms(passages, keywordsOf, idf)) {
      ranking.add(readSlots(terms[number] ?? ''), part * (idf[number] ?? 0), settings.relatedEntries);
    }
    return ranking
      .best(limit, (article) => article !== own && isVisible(articles[article]?.slug ?? ''))
      .map(({ article }) => articles[article]?.slug ?? '');
  }
}

/**
 * Posting lists out of FlexSearch, which gets each one when it is first asked for: unpacked they take ten times the room
 * and most are never needed. When it holds too many it starts again.
 */
function createPostingCache(unpack: (term: string) => Slots): (term: string) => Slots {
  const index = new Index({ tokenize: 'strict', resolution: settings.slots, encode: (term) => [term] });
  // FlexSearch takes exported lists as text or parsed; its types know only the first.
  const importable: { import(key: string, lists: unknown): void } = index;
  let held = 0;
  return (term) => {
    const { result } = index.search(term, { resolve: false });
    if (result.length > 0) return result;
    const slots = unpack(term);
    held += slots.reduce((entries, { length }) => entries + length, 1);
    if (held > settings.postingsHeld) {
      index.clear();
      held = 0;
    }
    importable.import('1.map', [[term, slots]]);
    return slots;
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
