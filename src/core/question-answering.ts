import type { PublicArticle } from '../library/library.ts';
import { type ArticlePrice, findArticlePrice } from '../library/price.ts';
import { extractWords } from '../search/analyse.ts';
import type { Confidence, QuotedSection, SearchEngine, SearchHit } from '../search/engine.ts';
import { detectLanguage, detectScript, primaryLanguage } from '../words/detect-language.ts';
import { stopWords } from '../words/stop-words.ts';
import type { Caller } from './access/caller.ts';
import { passesFilter } from './article-groups.ts';
import { type ArticleList, readListRequest } from './article-lists.ts';
import type { ArticleQuery, ArticleSearch } from './article-search.ts';
import type { Catalogue } from './articles.ts';
import { findPages, type PagePassage } from './matching-pages.ts';
import type { Services } from './services.ts';

export interface Question {
  text: string;
  /** Earlier questions of the same conversation, oldest first. */
  previous: readonly string[];
  /** The question as the client has already made it stand alone; then `previous` is not looked at. */
  standalone?: string | undefined;
  limit: number;
  /** How many of the best results to skip: a further page of the same result. */
  offset: number;
  /** 0 to 100. */
  minScore: number;
  /** Gives the `context` of each passage. */
  hasContext?: boolean;
  clientAddress?: string | undefined;
}

/** An article that bears on the question, with its best section. */
export interface Passage {
  article: PublicArticle;
  heading: string;
  /** Anchor in the page; null before the first heading. */
  sectionId: string | null;
  /** Sentences of the public text. */
  snippet: string;
  /** See SearchHit: of the section, nothing can be quoted. */
  isDescription: boolean;
  /** The price of the article when the section is in its paid part and the caller may not read it. */
  offer?: ArticlePrice | undefined;
  /** The section around the snippet, up to 1,200 characters; only when the question has `hasContext`. */
  context?: string | undefined;
  /** The section that matches next best, or more of the same one; only of the first passage. */
  next?: QuotedSection | undefined;
  /** 0 to 100: the share of the question's weight that was found. */
  score: number;
}

export interface AskResult {
  /** The text that was searched for: the question, or the question rewritten to stand alone. */
  searched: string;
  /** Best first; for a request for a list, its articles. */
  passages: Passage[];
  /** Confidence in the first passage. */
  confidence: Confidence;
  /** Matching pages of the site, best first. */
  pages: PagePassage[];
  /** The list that the question asks for, or whose articles alone were searched. */
  list: ArticleList | undefined;
  /** The passages are all articles of the list: the question has no topic. */
  isWholeList: boolean;
  /** BCP 47 tag of the question's language when the first passage, or all of the publication, is in another one. */
  questionLanguage?: string | undefined;
}

type Needs = Pick<Services, 'catalogue' | 'library' | 'publication' | 'search'>;

/** The index of the texts that a caller may read: with `articles:read` the complete ones, otherwise the public ones. */
export function chooseIndex(caller: Caller): 'open' | 'paid' {
  return caller.scopes.includes('articles:read') ? 'paid' : 'open';
}

/**
 * Searches the texts of one index (contract.md, /ask).
 * @param index the result of `chooseIndex`: what other callers get does not depend on paid words
 */
export async function answerQuestion(services: Needs, question: Question, index: 'open' | 'paid'): Promise<AskResult> {
  const { text, previous, standalone, limit, offset, minScore, hasContext = false, clientAddress } = question;
  const standaloneText = standalone ?? makeStandalone(text, previous);
  const {
    list,
    searched,
    found: all,
  } = await findRequested(
    { catalogue: services.catalogue, index: services.search[index] },
    { text: standaloneText, limit: offset + limit, quote: 'answer', hasContext, hasNext: true, clientAddress },
  );
  if (searched === undefined) {
    const passages = (list?.articles ?? []).slice(offset, offset + limit).map(describeListed);
    const confidence = passages.length > 0 ? 'sure' : 'none';
    return { searched: standaloneText, passages, confidence, pages: [], list, isWholeList: true };
  }
  const found = all.filter(({ hit }) => hit.score >= minScore);
  const passages = found
    .slice(offset)
    .map(({ article, hit: { sectionId, heading, snippet, isDescription, context, next, score } }) => ({
      article,
      heading: heading || article.title,
      sectionId,
      snippet: snippet || article.description,
      isDescription,
      offer: findOffer(services, { article, sectionId, isDescription }, index),
      context,
      next: next && { ...next, heading: next.heading || article.title },
      score,
    }));
  const confidence = found[0]?.hit.confidence ?? 'none';
  return {
    searched,
    passages,
    confidence,
    pages: findPages(services, searched, confidence),
    list,
    isWholeList: false,
    questionLanguage: findForeignLanguage(searched, passages[0]?.article.language ?? services.publication.language),
  };
}

/** The price of an article whose section is in its paid part and could not be quoted for the caller. */
export function findOffer(
  { library }: Pick<Services, 'library'>,
  { article, sectionId, isDescription }: Pick<Passage, 'article' | 'sectionId' | 'isDescription'>,
  index: 'open' | 'paid',
): ArticlePrice | undefined {
  if (index === 'paid' || !isDescription) return undefined;
  // An outline is read from a file, so that of a free article is left alone.
  const isPaid = article.tier === 'paid' && article.outline.some(({ id, isFree }) => id === sectionId && !isFree);
  return isPaid ? findArticlePrice(library.tiers, article) : undefined;
}

export interface ArticleAnswer {
  article: PublicArticle;
  question: string;
  index: 'open' | 'paid';
  passage: Pick<SearchHit, 'heading' | 'sectionId' | 'snippet' | 'isDescription' | 'confidence'> | undefined;
}

/**
 * Searches one article alone, as `/ask` searches all.
 * @param about.index the result of `chooseIndex`: with `open` the result does not depend on paid words
 */
export async function answerFromArticle(
  { search }: Pick<Services, 'search'>,
  { clientAddress, ...about }: Omit<ArticleAnswer, 'passage'> & { clientAddress: string },
): Promise<ArticleAnswer> {
  const { article, question, index } = about;
  const query = { text: question, limit: 1, quote: 'answer', slug: article.slug, clientAddress } as const;
  const [hit] = await search[index].search(query);
  if (!hit) return { ...about, passage: undefined };
  const { heading, snippet, ...found } = hit;
  const passage = { ...found, heading: heading || article.title, snippet: snippet || article.description };
  return { ...about, passage };
}

/**
 * The language, or `und` and the script, of a question that is in another one than an article: only names, numbers and
 * shared words can match.
 */
export function findForeignLanguage(text: string, language: string): string | undefined {
  const words = extractWords(text);
  return detectScript(text, { words, language }) ?? detectLanguage(words, [primaryLanguage(language)]);
}

/** The articles that a text asks for. */
export interface RequestedArticles {
  /** The list that it names; all articles when absent. */
  list: ArticleList | undefined;
  /** The words that were searched for in that list; absent when all of it is requested. */
  searched: string | undefined;
  /** The best first; empty when nothing was searched for. */
  found: { article: PublicArticle; hit: SearchHit }[];
}

/**
 * Searches for a text, or for the topic of the list that it requests ("free articles about caching") among the articles
 * of that list.
 * @param extend writes out the words to search for, such as the last one while it is being typed
 */
export async function findRequested(
  needs: Finding,
  query: ArticleQuery,
  extend: (words: string) => string = (words) => words,
): Promise<RequestedArticles> {
  const request = readListRequest(query.text, { released: needs.catalogue.list() }) ?? { topic: query.text };
  const { list, topic } = request;
  if (topic === undefined) return { list, searched: undefined, found: [] };
  const { tier, tag, author } = list ?? {};
  const filters = [...(query.filters ?? []), ...(list ? [{ tier, tag, author: author?.id }] : [])];
  return { list, searched: topic, found: await findArticles(needs, { ...query, text: extend(topic), filters }) };
}

function describeListed(article: PublicArticle): Passage {
  const { title: heading, description: snippet } = article;
  return { article, heading, sectionId: null, snippet, isDescription: true, score: 100 };
}

interface Finding {
  index: ArticleSearch;
  catalogue: Services['catalogue'];
}

/** The released articles whose words match a text, the best first, each with the best place. */
export async function findArticles(
  { index, catalogue }: Finding,
  query: ArticleQuery,
): Promise<{ article: PublicArticle; hit: SearchHit }[]> {
  const hits = await index.search(query);
  return hits.flatMap((hit) => {
    const article = catalogue.find(hit.slug);
    return article ? [{ article, hit }] : [];
  });
}

/**
 * Searches an index in this thread: an `ArticleSearch` without promises.
 * @param catalogue only filters need its `find`
 */
export function openArticleSearch(
  engine: SearchEngine,
  catalogue: Pick<Catalogue, 'find' | 'isVisible'>,
  isRetracted = (slug: string) => catalogue.find(slug)?.retracted !== null,
) {
  const stands = (slug: string) => catalogue.isVisible(slug) && !isRetracted(slug);
  return {
    search({ filters: all = [], slug: only, ...query }: ArticleQuery): SearchHit[] {
      const filters = all.filter((filter) => Object.values(filter).some((value) => value !== undefined));
      const isWanted = (slug: string) => {
        const article = catalogue.find(slug);
        return article !== undefined && filters.every((filter) => passesFilter(article, filter));
      };
      return engine.search({
        ...query,
        isVisible: (slug) => (only === undefined || slug === only) && catalogue.isVisible(slug),
        ...(filters.length > 0 && { isWanted }),
      });
    },
    related: (slug: string, limit: number): string[] => engine.related(limit, stands)(slug),
  };
}

const pointsBack =
  /\b(it|its|he|she|his|her|they|them|their|this|that|these|those|one|ones|former|latter|same|dabei|dafür|dagegen|damit|daran|darauf|davon|dazu)\b/i;
const carriesOn =
  /^\s*(and|but|or|also|what about|how about|why not|und|aber|oder|auch|was ist mit|wie ist es mit|warum nicht)\b/i;
const fewWords = 8;
const empty = new Set(
  'about after also and are but can could did does for from had has have how into its more most not one ones other our over same should some such than that the their them then there these they this those was were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

/**
 * A short question that points back ("what does it cost?") or only asks ("why?") gains the content words of the
 * question before it. No more is claimed: without a language model nothing is rephrased, and any other question is left
 * as it is.
 */
export function makeStandalone(text: string, previous: readonly string[]): string {
  const before = previous.at(-1);
  if (before === undefined || text.split(/\s+/).length > fewWords) return text;
  const present = new Set(contentWords(text));
  if (!hasOnlyFunctionWords(text) && !pointsBack.test(text) && !carriesOn.test(text)) return text;
  const added = contentWords(before).filter((word) => !present.has(word));
  return added.length === 0 ? text : `${text} ${added.join(' ')}`;
}

function hasOnlyFunctionWords(text: string): boolean {
  const words = extractWords(text);
  return words.length > 0 && Object.values(stopWords).some((known) => words.every((word) => known.has(word)));
}

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && !empty.has(word)))];
}
