import { type Urls, withFragment } from '../contract/urls.ts';
import { isCertain } from '../search/ranking.ts';
import { quotePage, quotePages } from './matching-pages.ts';
import type { AskResult } from './question-answering.ts';

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
