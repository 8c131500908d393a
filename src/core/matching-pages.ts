import { pagePath, type Urls, withFragment } from '../contract/urls.ts';
import type { Page } from '../library/library.ts';
import { type Confidence, isCertain } from '../search/confidence.ts';
import type { SearchHit } from '../search/engine.ts';
import type { Services } from './services.ts';

/** The glossary, the prices, a guide to the interfaces, or any other page. */
export type PageKind = 'glossary' | 'pricing' | 'guide' | 'page';

/** A page of the site that matches a question, with its best section. */
export interface PagePassage {
  page: Page;
  kind: PageKind;
  /** Path of the section. */
  path: string;
  hit: SearchHit;
}

const maxPages = 2;

/**
 * The pages that surely or likely match a text; when no article does, also the closest ones.
 * @param confidence in the first article
 * @returns best first
 */
export function findPages(
  { search, library }: Pick<Services, 'search' | 'library'>,
  text: string,
  confidence: Confidence,
): PagePassage[] {
  const minConfidence = isCertain(confidence) ? 'likely' : 'weak';
  const hits = search.docs.search({ text, limit: maxPages, minConfidence, isQuick: true, isVisible: () => true });
  return hits.flatMap((hit) => {
    const page = library.pages.find(({ name }) => name === hit.slug);
    return page ? [{ page, kind: kindOf(page), path: withFragment(pagePath(page), hit.sectionId), hit }] : [];
  });
}

/** Quotes the pages that surely or likely match, for a question that no article matches so. */
export function quotePages(pages: readonly PagePassage[], urls: Pick<Urls, 'at'>): string {
  const certain = pages.filter(({ hit }) => isCertain(hit.confidence));
  if (certain.length === 0) return 'Nothing published here answers this question.';
  return certain
    .map(({ page, path, hit }, index) => `[${index + 1}] "${hit.snippet.trim()}" (${page.title}, ${urls.at(path)})`)
    .join(' ');
}

function kindOf({ name }: Page): PageKind {
  if (name === 'glossary' || name === 'pricing') return name;
  return name === 'auth' || /^developers(\/|$)/.test(name) ? 'guide' : 'page';
}
