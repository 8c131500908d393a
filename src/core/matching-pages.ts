import { pagePath, type Urls, withFragment } from '../contract/urls.ts';
import type { GlossaryTerm, Page, PricingTier } from '../library/library.ts';
import { analyse } from '../search/analyse.ts';
import type { Confidence, SearchHit } from '../search/engine.ts';
import { isCertain } from '../search/ranking.ts';
import { foldWords } from '../words/fold.ts';
import { findGrammar } from '../words/grammars.ts';
import { pageWords } from '../words/page-words.ts';
import { chooseWords } from '../words/words.ts';
import type { Services } from './services.ts';

export type PageKind = 'glossary' | 'pricing' | 'guide' | 'page';

/** A page of the site that matches a question, with its best section. */
export interface PagePassage {
  page: Page;
  kind: PageKind;
  /** Path of the section. */
  path: string;
  hit: SearchHit;
  /** The question requests this entry, or the prices, by name. */
  isRequested: boolean;
}

type Needs = Pick<Services, 'library' | 'publication'> & { search: Pick<Services['search'], 'docs'> };

const maxPages = 2;
/** Minimum share of the first page's score that another page needs. */
const nearFirst = 0.5;

/**
 * The entry of the glossary or the prices that a text requests, then the pages that surely or likely match it; when no
 * article does, also the closest ones. Others are left out that match far less than the first.
 * @param confidence in the first article
 * @returns best first
 */
export function findPages(services: Needs, text: string, confidence: Confidence): PagePassage[] {
  const { search, library } = services;
  const minConfidence = isCertain(confidence) ? 'likely' : 'weak';
  const requested = lookUp(services, text);
  const ranked = search.docs.search({ text, limit: maxPages, minConfidence, isQuick: true, isVisible: () => true });
  const others = ranked.filter(({ slug }) => requested.every((hit) => hit.slug !== slug));
  const [first, ...next] = [...requested, ...others];
  if (!first) return [];
  const hits = [first, ...next.filter(({ score }) => score >= nearFirst * first.score)].slice(0, maxPages);
  return hits.flatMap((hit) => {
    const page = library.pages.find(({ name }) => name === hit.slug);
    if (!page) return [];
    const path = withFragment(pagePath(page), hit.sectionId);
    return [{ page, kind: kindOf(page), path, hit, isRequested: requested.includes(hit) }];
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
    .map((page, index) => `[${index + 1}] ${quotePage(page, urls)}`)
    .join(' ');
}

/** `"Jitter. A random part of a wait." (Glossary, https://...)` */
export function quotePage({ page, path, hit }: PagePassage, urls: Pick<Urls, 'at'>): string {
  return `"${hit.snippet.trim()}" (${page.title}, ${urls.at(path)})`;
}

function kindOf({ name }: Page): PageKind {
  if (name === 'glossary' || name === 'pricing') return name;
  return name === 'auth' || /^developers(\/|$)/.test(name) ? 'guide' : 'page';
}

/** Maximum words of a question that is looked up, and how many of its characters are read for them. */
const maxWords = 16;
const maxLength = 1_000;

/**
 * Finds the entry of the glossary whose meaning a question requests ("What is a TERM?", "define TERM", or the term
 * alone). It is looked up and not ranked, because the words of a short entry weigh less than those of longer texts that
 * use the term.
 * @param language BCP 47 tag of the publication
 */
export function findDefinition(
  text: string,
  { glossary, language }: { glossary: readonly GlossaryTerm[]; language: string },
): GlossaryTerm | undefined {
  const typed = foldWords(text.slice(0, maxLength));
  if (typed.length === 0 || typed.length > maxWords || glossary.length === 0) return undefined;
  const { entries, longest } = nameEntries(glossary, language);
  for (const { meaning } of pageWords) {
    const isAround = (word: string) => meaning.has(word);
    const first = typed.findIndex((word) => !isAround(word));
    const last = typed.findLastIndex((word) => !isAround(word));
    // A term may itself begin or end with a word that phrases questions, so the most words come first.
    for (let from = 0; from <= Math.max(first, 0); from += 1)
      for (let to = Math.min(typed.length, from + longest); to > Math.max(last, from); to -= 1) {
        const found = entries.get(toKey(typed.slice(from, to), language));
        if (found) return found;
      }
  }
  return undefined;
}

/** Does a text request the prices of this publication, and nothing else? */
export function asksForPrices(
  text: string,
  { tiers, publication }: { tiers: readonly PricingTier[]; publication: { name: string } },
): boolean {
  const typed = foldWords(text.slice(0, maxLength));
  if (typed.length === 0 || typed.length > maxWords) return false;
  const own = new Set(foldWords([publication.name, ...tiers.map(({ tier }) => tier)].join(' ')));
  return pageWords.some(
    ({ price, priced }) =>
      typed.some((word) => price.has(word)) &&
      typed.every((word) => price.has(word) || priced.has(word) || own.has(word)),
  );
}

/** `paid: 0.05 USD per article; subscriber: 9 USD per month`, with what costs nothing last. */
function listPrices(tiers: readonly PricingTier[], language: string): string {
  const { periods } = chooseWords(language);
  return tiers
    .toSorted((one, other) => Number(one.price === 0) - Number(other.price === 0))
    .map(({ tier, price, currency, period }) => `${tier}: ${price} ${currency} ${periods[period]}`)
    .join('; ');
}

interface NamedEntries {
  language: string;
  /** Their stems are the keys; a term comes before other words for another one. */
  entries: ReadonlyMap<string, GlossaryTerm>;
  /** Words of the longest name: no more of a question are looked up, because a stem takes microseconds. */
  longest: number;
}

const known = new WeakMap<readonly GlossaryTerm[], NamedEntries>();

function nameEntries(glossary: readonly GlossaryTerm[], language: string): NamedEntries {
  const found = known.get(glossary);
  if (found?.language === language) return found;
  const names = [
    ...glossary.flatMap((entry) => entry.aliases.map((alias) => [alias, entry] as const)),
    ...glossary.map((entry) => [entry.term, entry] as const),
  ].map(([name, entry]) => [foldWords(name), entry] as const);
  const entries = new Map(names.map(([words, entry]) => [toKey(words, language), entry]));
  const longest = Math.max(...names.map(([words]) => words.length));
  const named = { language, entries, longest };
  known.set(glossary, named);
  return named;
}

/** The stems of words: a plural finds its term. */
function toKey(words: readonly string[], language: string): string {
  const { stem } = findGrammar(language);
  return words.map((word) => (/^[a-z]{3,}$/.test(word) ? stem(word) : word)).join(' ');
}
