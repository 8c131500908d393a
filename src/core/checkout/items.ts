import { z } from 'zod';
import type { PricingTier } from '../../library/library.ts';
import { toMinorUnits } from '../../library/price.ts';
import { ServiceError } from '../service-error.ts';

/** One thing in a checkout, priced when it was put there. */
export const CheckoutLine = z.object({
  /** A tier of the price list. */
  tier: z.string(),
  title: z.string(),
  /** Minor units. */
  unitAmount: z.int(),
});
export type CheckoutLine = z.infer<typeof CheckoutLine>;

const periods = {
  forever: 'for good',
  month: 'a month',
  year: 'a year',
  article: 'one article',
} as const satisfies Record<PricingTier['period'], string>;

function toLine({ tier, price, currency, period }: PricingTier): CheckoutLine {
  return { tier, title: `${tier}, ${periods[period]}`, unitAmount: toMinorUnits(price, currency) };
}

/**
 * The currency of some lines; what is free is free in any.
 * @throws ServiceError `invalid_request` when they are priced in several
 */
export function readCurrency(lines: readonly CheckoutLine[], tiers: readonly PricingTier[]): string {
  const priced = lines.filter(({ unitAmount }) => unitAmount > 0);
  const named = new Set((priced.length > 0 ? priced : lines.slice(0, 1)).map(({ tier }) => tier));
  const [currency = 'USD', ...others] = new Set(
    tiers.filter(({ tier }) => named.has(tier)).map((tier) => tier.currency),
  );
  if (others.length === 0) return currency;
  throw new ServiceError(
    'invalid_request',
    `One checkout has one currency, and these are priced in ${[currency, ...others].join(' and ')}.`,
  );
}

/** The line for an item id, which is the name of a tier. */
export function findLine(tiers: readonly PricingTier[], id: string): CheckoutLine | undefined {
  const tier = tiers.find(({ tier }) => tier === id);
  return tier && toLine(tier);
}

/** The items of a checkout that names none: the first subscription of the price list, otherwise its first tier. */
export function readDefaultLine(tiers: readonly PricingTier[]): CheckoutLine {
  const tier = tiers.find(({ period }) => period === 'month' || period === 'year') ?? tiers[0];
  if (!tier) throw new Error('The price list is empty.');
  return toLine(tier);
}
