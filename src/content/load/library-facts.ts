import type { PricingTier } from '../../library/library.ts';
import { compareText } from '../../library/list-files.ts';
import { findArticlePrice } from '../../library/price.ts';
import type { ArticleFrontMatter } from './schema.ts';

/** The parts of an article that its use as an example needs. */
export type FactArticle = { slug: string; releaseAt: number | null } & Pick<
  ArticleFrontMatter,
  'title' | 'tier' | 'price' | 'date' | 'draft' | 'retracted'
>;

/**
 * Facts about the library that its pages can use: values for `{free_slug}` and the like, and conditions for `when`
 * lines.
 */
export interface LibraryFacts {
  values: Readonly<Record<string, string>>;
  /** Names of those facts that hold; `page-NAME` for each page. */
  facts: ReadonlySet<string>;
}

export const libraryValues = [
  'free_slug',
  'free_title',
  'paid_slug',
  'paid_title',
  'article_price',
  'article_currency',
  'example_question',
  'order_tier',
  'order_currency',
] as const;

/** Conditions for `when` lines, in addition to `page-NAME`. */
export const libraryConditions = ['free-article', 'paid-article', 'article'] as const;

export const isKnownFact = (name: string): boolean =>
  name.startsWith('page-') || libraryConditions.some((known) => known === name);

/**
 * Chooses examples from the articles that are public at this moment: the oldest of each tier, which stays the same when
 * new ones are released.
 * @param library.now epoch milliseconds: an unreleased article is never named
 */
export function collectLibraryFacts(
  articles: readonly FactArticle[],
  library: { tiers: readonly PricingTier[]; pages: Iterable<string>; now: number },
): LibraryFacts {
  const isPublicNow = ({ draft, releaseAt, retracted }: FactArticle) =>
    !draft && !retracted && (releaseAt === null || releaseAt <= library.now);
  const shown = articles
    .filter(isPublicNow)
    .toSorted((a, b) => compareText(a.date, b.date) || compareText(a.slug, b.slug));
  const free = shown.find(({ tier }) => tier === 'free');
  const paid = shown.find(({ tier }) => tier === 'paid');
  const price = findArticlePrice(library.tiers, paid && { price: paid.price ?? null });
  const order = library.tiers.find(({ period, price: each }) => each > 0 && period !== 'article');
  return {
    values: {
      free_slug: free?.slug ?? '',
      free_title: free?.title ?? '',
      paid_slug: paid?.slug ?? '',
      paid_title: paid?.title ?? '',
      article_price: String(price?.price ?? 0),
      article_currency: price?.currency ?? 'USD',
      example_question: askable((free ?? paid)?.title ?? 'What is there to read?'),
      order_tier: order?.tier ?? 'paid',
      order_currency: (order?.currency ?? price?.currency ?? 'USD').toLowerCase(),
    } satisfies Record<(typeof libraryValues)[number], string>,
    facts: new Set([
      ...(free ? ['free-article'] : []),
      ...(paid ? ['paid-article'] : []),
      ...(free || paid ? ['article'] : []),
      ...Array.from(library.pages, (name) => `page-${name}`),
    ]),
  };
}

/** Only the title's words, so that the question can be quoted in a shell and in JSON. */
function askable(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{M}\p{N}? -]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
