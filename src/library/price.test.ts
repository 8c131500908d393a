import { describe, expect, it } from 'vitest';
import type { PricingTier } from './library.ts';
import { readArticlePrice, toBaseUnits, toMinorUnits } from './price.ts';

const perArticle = (price: number): PricingTier[] => [
  { tier: 'paid', price, currency: 'USD', period: 'article', includes: [] },
];

describe('the price of an article', () => {
  it('may be what every client pays and no more', () => {
    expect(readArticlePrice(perArticle(0.1))).toEqual({ price: 0.1, currency: 'USD' });
    expect(() => readArticlePrice(perArticle(0.11))).toThrow(/0\.11/);
    expect(() => readArticlePrice([])).toThrow(/price list/);
    expect(readArticlePrice(perArticle(0.05), { price: 0.08 })).toEqual({ price: 0.08, currency: 'USD' });
    expect(readArticlePrice(perArticle(0.05), { price: null })).toEqual({ price: 0.05, currency: 'USD' });
    expect(() => readArticlePrice(perArticle(0.05), { price: 0.11 })).toThrow(/0\.11/);
  });

  it.each([
    [0.05, 6, '50000'],
    [0.1, 6, '100000'],
    [0.07, 6, '70000'],
    [0.29, 2, '29'],
    [0.000001, 6, '1'],
    [0, 6, '0'],
    [0.0000001, 6, '1'],
    [0.001, 2, '1'],
    [0.05, 18, '50000000000000000'],
  ])('of %f is, with %i decimals, %s of the smallest unit', (price, decimals, units) => {
    expect(toBaseUnits(price, decimals)).toBe(units);
  });

  it.each([
    [9, 'USD', 900],
    [19.99, 'EUR', 1999],
    [900, 'JPY', 900],
    [1.5, 'KWD', 1500],
  ])('of %f %s is %i in minor units', (price, currency, minor) => {
    expect(toMinorUnits(price, currency)).toBe(minor);
  });
});
