import { type Urls, withFragment } from '../contract/urls.ts';
import type { PublicArticle } from '../library/library.ts';
import { type ArticlePrice, findArticlePrice } from '../library/price.ts';
import { extractWords } from '../search/analyse.ts';
import type { Confidence, QuotedSection, SearchEngine, SearchHit, SearchQuery } from '../search/engine.ts';
import { isCertain } from '../search/ranking.ts';
import { detectLanguage, detectScript, primaryLanguage } from '../words/detect-language.ts';
import { stopWords } from '../words/stop-words.ts';
import type { Caller } from './access/caller.ts';
import { isSelected } from './article-groups.ts';
import { type ArticleList, readListRequest } from './article-lists.ts';
import { findPages, type PagePassage, quotePage, quotePages } from './matching-pages.ts';
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
export function answerQuestion(services: Needs, question: Question, index: 'open' | 'paid'): AskResult {
  const { text, previous, standalone, limit, offset, minScore, hasContext = false } = question;
  const standaloneText = standalone ?? makeStandalone(text, previous);
  const engine = services.search[index];
  const query = { text: standaloneText, limit: offset + limit, quote: 'answer', hasContext, hasNext: true } as const;
  const { list, searched, found: all } = findRequested({ ...services, engine }, query);
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
export function answerFromArticle(
  { search }: Pick<Services, 'search'>,
  about: Omit<ArticleAnswer, 'passage'>,
): ArticleAnswer {
  const { article, question, index } = about;
  const isVisible = (slug: string) => slug === article.slug;
  const [hit] = search[index].search({ text: question, limit: 1, quote: 'answer', isVisible });
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
export function findRequested(
  needs: Finding,
  query: FindQuery,
  extend: (words: string) => string = (words) => words,
): RequestedArticles {
  const request = readListRequest(query.text, { released: needs.catalogue.list() }) ?? { topic: query.text };
  const { list, topic } = request;
  if (topic === undefined) return { list, searched: undefined, found: [] };
  const text = extend(topic);
  if (!list) return { list, searched: topic, found: findArticles(needs, { ...query, text }) };
  const { tier, tag, author } = list;
  const isWanted = (slug: string) => {
    const article = needs.catalogue.find(slug);
    const isListed = article !== undefined && isSelected(article, { tier, tag, author: author?.id });
    return isListed && (query.isWanted?.(slug) ?? true);
  };
  return { list, searched: topic, found: findArticles(needs, { ...query, text, isWanted }) };
}

function describeListed(article: PublicArticle): Passage {
  const { title: heading, description: snippet } = article;
  return { article, heading, sectionId: null, snippet, isDescription: true, score: 100 };
}

interface Finding {
  engine: SearchEngine;
  catalogue: Services['catalogue'];
}

type FindQuery = Pick<SearchQuery, 'text' | 'limit' | 'minScore' | 'quote' | 'hasContext' | 'hasNext' | 'isWanted'>;

/** The released articles whose words match a text, the best first, each with the best place. */
export function findArticles(
  { engine, catalogue }: Finding,
  query: FindQuery,
): { article: PublicArticle; hit: SearchHit }[] {
  const hits = engine.search({ ...query, isVisible: (slug) => catalogue.isVisible(slug) });
  return hits.flatMap((hit) => {
    const article = catalogue.find(hit.slug);
    return article ? [{ article, hit }] : [];
  });
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

/** Names the closest article and pages, none of which is certain, and quotes nothing of them. */
function nameClosest({ passages, confidence, pages }: AskResult, urls: Pick<Urls, 'article' | 'at'>): string {
  const [first] = confidence === 'none' ? [] : passages;
  const closest = [
    ...(first ? [`"${first.article.title}" (${withFragment(urls.article(first.article.slug), first.sectionId)})`] : []),
    ...pages.map(({ page, path }) => `"${page.title}" (${urls.at(path)})`),
  ];
  if (closest.length === 0) return 'Nothing published here answers this question.';
  return `Nothing answers this for certain; closest: ${closest.join(', ')}`;
}

/** Minimum share of the first hit's score that a hit needs to be quoted beside it. */
const nearFirst = 0.8;
const quoted = 3;
/** The headings under which authors say what their figures do not show. */
const limitHeading = /^(limits|limitations|threats to validity|grenzen|einschränkungen)$/i;

/**
 * The best passages of a result that is sure or likely, quoted and numbered as the results are, each with the URL of
 * its section, and its price if it is paid; one with a figure in it also with that of the article's limits. The
 * definition or the prices that the question requests come first, without a number. Extracts only: every sentence is
 * an author's own. A weaker result is named, not quoted.
 */
export function quotePassages(result: AskResult, urls: Pick<Urls, 'article' | 'at'>): string {
  const { passages, confidence, pages, list, isWholeList } = result;
  if (list && isWholeList) return `The list of these articles, ${list.articles.length} in all: ${urls.at(list.path)}`;
  const [first] = passages;
  if (first === undefined || !isCertain(confidence)) return quotePages(pages, urls) || nameClosest(result, urls);
  const requested = pages.filter(({ isRequested }) => isRequested).map((page) => quotePage(page, urls));
  const quotations = passages
    .filter(({ score }) => score >= first.score * nearFirst)
    .slice(0, quoted)
    .map(({ article, snippet, isDescription, offer, sectionId }, index) => {
      const url = urls.article(article.slug);
      const section = withFragment(url, sectionId);
      const price = offer ? ` (paid, ${offer.price} ${offer.currency})` : '';
      const source = !isDescription ? [section] : [url, ...(sectionId === null ? [] : [`section: ${section}${price}`])];
      const limits = /\d/.test(snippet) ? article.outline.find(({ title }) => limitHeading.test(title)) : undefined;
      const places = [...source, ...(limits ? [`limits: ${withFragment(url, limits.id)}`] : [])];
      return `[${index + 1}] "${snippet.trim()}" (${[article.title, ...places].join(', ')})`;
    });
  return [...requested, ...quotations].join(' ');
}
