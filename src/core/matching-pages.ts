import { pagePath, type Urls, withFragment } from '../contract/urls.ts';
import type { Page } from '../library/library.ts';
import { analyse } from '../search/analyse.ts';
import { type Confidence, isCertain } from '../search/confidence.ts';
import type { SearchHit } from '../search/engine.ts';
import { asksForPrices, findDefinition, listPrices } from './page-lookup.ts';
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

type Needs = Pick<Services, 'search' | 'library' | 'publication'>;

const maxPages = 2;

/**
 * The entry of the glossary or the prices that a text requests, then the pages that surely or likely match it; when no article does, also
 * the closest ones.
 * @param confidence in the first article
 * @returns best first
 */
export function findPages(services: Needs, text: string, confidence: Confidence): PagePassage[] {
  const { search, library } = services;
  const minConfidence = isCertain(confidence) ? 'likely' : 'weak';
  const requested = lookUp(services, text);
  const ranked = search.docs.search({ text, limit: maxPages, minConfidence, isQuick: true, isVisible: () => true });
  const others = ranked.filter(({ slug }) => requested.every((hit) => hit.slug !== slug));
  const hits = [...requested, ...others].slice(0, maxPages);
  return hits.flatMap((hit) => {
    const page = library.pages.find(({ name }) => name === hit.slug);
    return page ? [{ page, kind: kindOf(page), path: withFragment(pagePath(page), hit.sectionId), hit }] : [];
  });
}

/** The entry or the prices that a text requests by name: no ranking has to decide whether they are meant. */
function lookUp({ library: { glossary, tiers, pages }, publication }: Needs, text: string): SearchHit[] {
  const { language } = publication;
  const toHit = (found: Pick<SearchHit, 'slug' | 'sectionId' | 'heading' | 'snippet'>): SearchHit => ({
    ...found,
    ...{ score: 100, confidence: 'sure', isDescription: false, terms: new Set(analyse(text, language)) },
  });
  const entry = findDefinition(text, { glossary, language });
  if (entry) {
    const { id: sectionId, term: heading, definition } = entry;
    return [toHit({ slug: 'glossary', sectionId, heading, snippet: `${heading}. ${definition}` })];
  }
  const pricing = pages.find(({ name }) => name === 'pricing');
  if (!pricing || !asksForPrices(text, { tiers, publication })) return [];
  const snippet = `${listPrices(tiers, language)}. ${pricing.description}`;
  return [toHit({ slug: pricing.name, sectionId: null, heading: '', snippet })];
}

/** Quotes the pages that surely or likely match, for a question that no article matches so; empty without one. */
export function quotePages(pages: readonly PagePassage[], urls: Pick<Urls, 'at'>): string {
  return pages
    .filter(({ hit }) => isCertain(hit.confidence))
    .map(({ page, path, hit }, index) => `[${index + 1}] "${hit.snippet.trim()}" (${page.title}, ${urls.at(path)})`)
    .join(' ');
}

function kindOf({ name }: Page): PageKind {
  if (name === 'glossary' || name === 'pricing') return name;
  return name === 'auth' || /^developers(\/|$)/.test(name) ? 'guide' : 'page';
}
