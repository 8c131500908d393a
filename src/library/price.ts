import type { PricingTier, PublicArticle } from './library.ts';

/**
 * The most that every unmodified x402 client pays without asking its owner first: the default cap of x402-fetch 1.x.
 */
export const maxArticlePrice = 0.1;
/** One unit of a token with six decimals; less would be rounded to a price of nothing. */
export const minArticlePrice = 0.000001;

export interface ArticlePrice {
  /** Major units. */
  price: number;
  /** ISO 4217. */
  currency: string;
}

/**
 * Finds the price of one article: its own, or that of the price list, in the `paid` tier, billed per `article`.
 * Undefined when single articles are not for sale.
 * @param article left out for any article without a price of its own
 */
export function findArticlePrice(
  tiers: readonly PricingTier[],
  article?: Pick<PublicArticle, 'price'>,
): ArticlePrice | undefined {
  const tier = tiers.find(({ tier, period }) => tier === 'paid' && period === 'article');
  return tier && { price: article?.price ?? tier.price, currency: tier.currency };
}

/**
 * As `findArticlePrice`. Throws when a paid article has no price, or one that clients would refuse: the build checks
 * both.
 */
export function readArticlePrice(tiers: readonly PricingTier[], article?: Pick<PublicArticle, 'price'>): ArticlePrice {
  const found = findArticlePrice(tiers, article);
  if (!found) throw new Error('The price list has no tier `paid` with the period `article`, but an article is paid.');
  if (found.price > maxArticlePrice) {
    throw new Error(`An article costs ${found.price}; over ${maxArticlePrice} common clients refuse to pay.`);
  }
  return found;
}

/**
 * A price in base units of the token, as a decimal string: 0.05 with 6 decimals is `50000`. A price is never rounded to
 * zero.
 */
export function toBaseUnits(price: number, decimals: number): string {
  const units = BigInt(Math.round(price * 10 ** decimals));
  return (units === 0n && price > 0 ? 1n : units).toString();
}

/** Major units of a currency in its smallest one: 9 USD are 900 cents, 900 JPY are 900 yen. */
export function toMinorUnits(price: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.round(price * 10 ** maximumFractionDigits);
}
