import { expect, test } from 'vitest';
import { makeLibrary } from '../../tests/support/library.ts';
import { createTestServices, testBase } from '../../tests/support/services.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { describePrices } from './purchase-terms.ts';
import { createChallengeBuilder } from './x402/challenge.ts';

const { open } = makeLibrary(testBase);
const saysAll = (includes: unknown) => {
  expect(includes).toContainEqual(expect.stringContaining('figures, data and PDF'));
  expect(includes).toContainEqual(
    expect.stringContaining('purchase of one section is a purchase of the whole article'),
  );
};

test('say what a purchase includes, and that a section buys the whole article', () => {
  const services = createTestServices({ store: createMemoryStore(Date.now) });
  const article = services.catalogue.find('paid-study') ?? expect.fail();
  const { body } = createChallengeBuilder(services).challenge(article, { mirror: 'live' });
  saysAll(body.article.includes);
  expect(body.article.includes[0]).toContain(`${article.words} words`);
  saysAll(describePrices(open).purchase_includes);
});

test('are left out of a price list without single articles', () => {
  const tiers = open.tiers.filter(({ period }) => period !== 'article');
  expect(describePrices({ tiers })).toEqual({ tiers });
});
