import { openArticles } from './article-table.ts';
import type { SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { createFeedback } from './feedback.ts';
import { isWanted } from './filters.ts';
import { openForward, type Sentence } from './forward.ts';
import type { Slots } from './impact.ts';
import { decodeIndex } from './index-file.ts';
import { openInvertedIndex } from './inverted-index.ts';
import { choosePassage, composeSnippet, type Quotable, tidyPassage } from './passage.ts';
import { type QueryTerms, readQuestion, weighQuestion } from './query-terms.ts';
import { createRanking, type RankedArticle } from './ranking.ts';
import { settings } from './settings.ts';

/**
 * Opens the bytes of `buildIndex` in memory.
 * @throws Error when another version of the analyser built them
 */
export function loadIndex(bytes: Uint8Array): SearchEngine {
  const blocks = decodeIndex(bytes);
  const table = openArticles(readText('articles'));
  const { articles, articleOfEntry, firstEntry } = table;
  const texts = Buffer.from(blocks.get('texts') ?? []);
  const forward = openForward(blocks);
  const { matches } = forward;
  const terms = readText('terms').split('\n').slice(0, matches.length);
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const articleNumbers = new Map(articles.map(({ slug }, number) => [slug, number]));
  const index = openInvertedIndex(blocks);
  const ranking = createRanking(table, forward);
  const findFeedback = createFeedback(table, forward, ranking);

  return { search, related };

  function readText(name: string): string {
    return Buffer.from(blocks.get(name) ?? []).toString();
  }

  function search(query: SearchQuery): SearchHit[] {
    const { anchored, articles: feedbackArticles } = settings.feedback;
    const asked = readQuestion(query.text, {
      countMatches,
      isKnown: (term) => numbers.has(term) && readSlots(term).some((entries) => entries?.some(isSeen)),
    });
    const { total, counted } = ask(asked);
    const least = query.leastScore ?? settings.leastScore;
    const first = ranking.best(Math.max(query.limit, feedbackArticles), isWantedArticle);
    const kept = first.slice(0, Math.min(anchored, query.limit));
    const found = kept.map((ranked) => ({ ranked, share: Math.min(1, ranked.score / counted) }));
    if (query.limit > kept.length && first.length > kept.length && (found[0]?.share ?? 0) * 100 >= least) {
      const widened = (1 + widen(first.slice(0, feedbackArticles), asked) / total) * counted;
      const keptArticles = new Set(kept.map(({ article }) => article));
      const rest = ranking.best(
        query.limit - kept.length,
        (article) => !keptArticles.has(article) && isWantedArticle(article),
      );
      const ceiling = found.at(-1)?.share ?? 0;
      for (const ranked of rest) found.push({ ranked, share: Math.min(ceiling, ranked.score / widened) });
    }
    const understood = new Set(asked.known.keys());
    const weights = weighTerms(asked);
    return found.filter(({ share }) => share * 100 >= least).map(({ ranked, share }) => toHit(ranked, share));

    function isSeen(entry: number | string): boolean {
      return query.isVisible(articles[articleOfEntry[Number(entry)] ?? 0]?.slug ?? '');
    }

    function isWantedArticle(number: number): boolean {
      const article = articles[number];
      return article !== undefined && isWanted(article, query);
    }

    function toHit({ article, entry }: RankedArticle, share: number): SearchHit {
      const place = table.place(entry);
      return {
        slug: articles[article]?.slug ?? '',
        ...place,
        snippet: composeSnippet(place.heading, [quote(entry, weights), quote(firstEntry[article] ?? 0, weights)]),
        terms: understood,
        score: Math.round(share * 1000) / 10,
      };
    }
  }

  /** Starts the ranking with a question; returns the weight of its known words, and that of the question. */
  function ask({ known, unknown }: QueryTerms): { total: number; counted: number } {
    ranking.clear();
    const weights = [{ weight: ranking.heaviest, count: unknown }];
    let total = 0;
    for (const [term, count] of known) {
      const added = ranking.add(readSlots(term), { weight: count, matches: countMatches(term) });
      weights.push({ weight: added / count, count });
      total += added;
    }
    return { total, counted: weighQuestion(weights) };
  }

  /** Adds the words of the first answers to the question that was asked; returns the weight added in all. */
  function widen(answers: readonly RankedArticle[], { known }: QueryTerms): number {
    const { share } = settings.feedback;
    let words = 0;
    for (const count of known.values()) words += count;
    let added = 0;
    for (const [number, part] of findFeedback(answers)) {
      const weight = (part * share * words) / (1 - share);
      added += ranking.add(readSlots(terms[number] ?? ''), { weight, matches: matches[number] ?? 0 });
    }
    return added;
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const own = articleNumbers.get(slug) ?? -1;
    const entries = [...articleOfEntry.keys()].slice(firstEntry[own] ?? 0, firstEntry[own + 1] ?? 0);
    ranking.clear();
    for (const [number, weight] of findFeedback(entries.map((entry) => ({ article: own, entry, score: 1 })))) {
      ranking.add(readSlots(terms[number] ?? ''), { weight, matches: matches[number] ?? 0 });
    }
    return ranking
      .best(limit, (article) => article !== own && isVisible(articles[article]?.slug ?? ''))
      .map(({ article }) => articles[article]?.slug ?? '');
  }

  /** The list of a term out of FlexSearch: the entries that have it, by slot. */
  function readSlots(term: string): Slots {
    return index.search(term, { resolve: false }).result;
  }

  function countMatches(term: string): number {
    return matches[numbers.get(term) ?? matches.length] ?? 0;
  }

  /** What each term of a question weighs in a passage, by its number. */
  function weighTerms({ known }: QueryTerms): Map<number, number> {
    return new Map(
      [...known].map(([term, count]) => [numbers.get(term) ?? -1, count * ranking.sectionIdf(countMatches(term))]),
    );
  }

  /** The passage of an entry's text that carries the most of a question; undefined when it has no text to quote. */
  function quote(entry: number, weights: ReadonlyMap<number, number>) {
    const sentences = forward.read(entry);
    const passage = choosePassage(sentences.map(readQuotable), weights);
    if (!passage) return undefined;
    const { textStart } = sentences[passage.first] ?? { textStart: 0 };
    const text = texts.toString('utf8', textStart, sentences[passage.last]?.textEnd ?? textStart);
    return { text: tidyPassage(text), weight: passage.weight };
  }

  function readQuotable({ kind, termStart, termEnd, textStart, textEnd }: Sentence): Quotable {
    const found = new Set<number>();
    for (let at = termStart; at < termEnd; at++) found.add(forward.tokens[at] ?? 0);
    return { terms: found, length: textEnd - textStart, kind };
  }
}
