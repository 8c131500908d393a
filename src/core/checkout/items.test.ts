import { describe, expect, it } from 'vitest';
import { findLine, readCurrency } from './items.ts';

const tiers = [
  { tier: 'free', price: 0, currency: 'USD', period: 'forever' as const, includes: [] },
  { tier: 'paid', price: 0.05, currency: 'USD', period: 'article' as const, includes: [] },
  { tier: 'subscriber', price: 9, currency: 'EUR', period: 'month' as const, includes: [] },
];
const lines = (...names: string[]) => names.flatMap((name) => findLine(tiers, name) ?? []);

describe('the currency of a checkout', () => {
  it('is that of what is in it, whatever the other prices are in', () => {
    expect(readCurrency(lines('subscriber'), tiers)).toBe('EUR');
    expect(readCurrency(lines('paid'), tiers)).toBe('USD');
  });

  it('does not depend on what is free', () => {
    expect(readCurrency(lines('free', 'subscriber'), tiers)).toBe('EUR');
    expect(readCurrency(lines('free'), tiers)).toBe('USD');
  });

  it('is one: two are refused by name', () => {
    expect(() => readCurrency(lines('paid', 'subscriber'), tiers)).toThrow('priced in USD and EUR');
  });
});
