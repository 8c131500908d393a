import type {
  PaidArticle,
  PricingTier,
  PublicArticle,
  SearchablePage,
  Section,
  WithSections,
} from '../library/library.ts';
import { learnAcronyms } from '../search/acronyms.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import { createEntryReader, type EntryReader } from '../search/entries.ts';

/** The anonymous view of an article: public words only. The outline of a paid part is public, its words are not. */
export function searchableArticle(article: WithSections<PublicArticle>): Searchable {
  const shown = new Set(article.sections.map(({ id }) => id));
  const hidden: Section[] = article.outline
    .filter(({ id, isFree }) => !isFree && !shown.has(id))
    .map(({ id, title }) => ({ id, heading: title, text: '' }));
  return searchable(article, { ...article, sections: [...article.sections, ...hidden] });
}

/** The view of a caller who may read whole bodies. */
export function toPaidSearchEntry(
  article: WithSections<PublicArticle>,
  paid: WithSections<PaidArticle> | undefined,
): Searchable {
  return searchable(article, paid ?? article);
}

/**
 * Creates the reader of the articles' indexes, which knows synonyms and the acronyms that public texts introduce.
 * @param released public views of released articles alone: another one must not change how they are found
 * @param about.synonyms those of the glossary and of `words.yaml`
 */
export function createArticleReader(
  released: readonly Searchable[],
  { synonyms, language }: { synonyms: Synonyms; language: string },
): EntryReader {
  const acronyms = learnAcronyms(released.flatMap(({ sections }) => sections.map(({ text }) => text)));
  return createEntryReader([...synonyms, ...acronyms], language);
}

export function searchableDocument(page: SearchablePage): Searchable {
  const { name, title, description, questions, sections } = page;
  return {
    slug: name,
    title,
    description,
    tags: [],
    authors: [],
    questions,
    sections,
  };
}

/** The pricing page is also found by the price list, which a component of the page shows. */
export function withPrices(document: Searchable, tiers: readonly PricingTier[]): Searchable {
  if (document.slug !== 'pricing') return document;
  const prices = tiers.map(({ tier, price, currency, period, includes }): Section => {
    const text = `${tier}: a price of ${price} ${currency}, ${period}. ${includes.join(' ')}`;
    return { id: null, heading: '', text };
  });
  return { ...document, sections: [...document.sections, ...prices] };
}

function searchable(
  article: PublicArticle,
  { sections, references = [] }: Pick<Searchable, 'sections' | 'references'>,
): Searchable {
  const { slug, title, description, tags, questions, language } = article;
  const authors = article.authors.map(({ name }) => name);
  return { slug, title, description, tags, authors, questions, sections, references, language };
}
