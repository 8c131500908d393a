import type { z } from 'zod';
import type { Pricing } from '../contract/schemas-payment.ts';
import type { PublicArticle, PublicLibrary } from '../library/library.ts';
import { findArticlePrice } from '../library/price.ts';

/**
 * Describes what the buyer of one article gets, for the article's 402 and the price list. It contains only public
 * facts.
 */
export function describePurchase(article?: Pick<PublicArticle, 'words'>): string[] {
  const whole = article ? `The whole article: all ${article.words} words` : 'The whole article: all its words';
  return [
    `${whole}, and the figures, data and PDF that come with it.`,
    'A purchase of one section is a purchase of the whole article; the response to the payment contains the section.',
    'Reading it again for a year: by a signature of the paying wallet, or with the key or token that was sent with the payment.',
  ];
}

/**
 * The owner's price list (specification section 2, Pricing) and, if single articles are for sale, what a purchase
 * includes.
 */
export function describePrices({ tiers }: Pick<PublicLibrary, 'tiers'>): z.infer<typeof Pricing> {
  return findArticlePrice(tiers) ? { tiers, purchase_includes: describePurchase() } : { tiers };
}
