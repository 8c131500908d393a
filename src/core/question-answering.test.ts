import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../tests/support/services.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { ArticleFilter } from './article-groups.ts';
import type { ArticleQuery } from './article-search.ts';
import { answerQuestion, findRequested, makeStandalone } from './question-answering.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });
const plain = { previous: [], limit: 10, offset: 0, minScore: 0 };
const slugs = async (text: string, more = {}) => {
  const { passages } = await answerQuestion(services, { ...plain, text, ...more }, 'open');
  return passages.map(({ article }) => article.slug);
};

describe('answerQuestion', () => {
  it('finds free and paid articles by their public words', async () => {
    expect(await slugs('payment challenges')).toEqual(['paid-study']);
    expect(await slugs('agents read markdown')).toContain('open-letter');
  });

  it('searches for the topic of a list that is requested, among the articles of that list alone', async () => {
    const ask = (text: string) => answerQuestion(services, { ...plain, text }, 'open');
    expect(await slugs('payment preview agents')).toEqual(expect.arrayContaining(['paid-study', 'open-letter']));
    const { searched, passages, list, isWholeList } = await ask('free articles about payment preview agents');
    expect({ searched, path: list?.path, isWholeList }).toEqual({
      searched: 'payment preview agents',
      path: '/articles?tier=free',
      isWholeList: false,
    });
    expect(passages.map(({ article }) => article.slug)).toEqual(['open-letter']);
    expect(await ask('latest articles on payment preview agents')).toEqual({
      ...(await ask('payment preview agents')),
      list: undefined,
    });
  });

  it('finds nothing by paid or unreleased words', async () => {
    expect(await slugs('walrus ledger lanterns')).toEqual([]);
    expect(await slugs('lighthouses')).toEqual([]);
  });

  it('has the price of a section that is paid, only where it may not be read', async () => {
    const { search: engines } = services;
    const find = (sectionId: string) => ({
      ...engines.open,
      search: async (query: ArticleQuery) =>
        (await engines.open.search(query)).map((hit) => ({ ...hit, sectionId, isDescription: true })),
    });
    const ask = (sectionId: string, index: 'open' | 'paid' = 'open') => {
      const search = { ...engines, [index]: find(sectionId) };
      return answerQuestion({ ...services, search }, { ...plain, text: 'payment challenges' }, index);
    };
    const found = await ask('the-paid-part');
    expect(found.passages[0]?.offer).toEqual({ price: 0.05, currency: 'USD' });
    expect((await ask('the-paid-part', 'paid')).passages[0]).toHaveProperty('offer', undefined);
    expect((await ask('beginning')).passages[0]).toHaveProperty('offer', undefined);
  });

  it('passes over the first results and those below a score', async () => {
    const all = await slugs('preview agents limits');
    expect(await slugs('preview agents limits', { offset: 1 })).toEqual(all.slice(1));
    expect(await slugs('preview agents limits', { minScore: 101 })).toEqual([]);
  });

  it('searches for the standalone question that a client sends, whatever came before', async () => {
    const request = { text: 'what about it?', standalone: 'idempotency', previous: ['rate limits'] };
    const { searched, passages } = await answerQuestion(services, { ...plain, ...request }, 'open');
    expect(searched).toBe('idempotency');
    expect(passages.map(({ article }) => article.slug)).toEqual(['paid-survey']);
  });
});

describe('findRequested', () => {
  it('reads the request as it is typed, and searches for its topic as the caller writes it out', async () => {
    const needs = { ...services, index: services.search.open };
    const extended: string[] = [];
    const ask = (text: string) =>
      findRequested(needs, { text, limit: 5 }, (words) => {
        extended.push(words);
        return `${words} markdown`;
      });
    expect(await ask('newest articles')).toMatchObject({ list: { path: '/articles' }, searched: undefined, found: [] });
    expect(await ask('free articles about mark')).toMatchObject({
      searched: 'mark',
      found: [{ article: { slug: 'open-letter' } }],
    });
    expect(extended).toEqual(['mark']);
  });

  it('narrows a list that the text requests by the filter of its caller', async () => {
    const needs = { ...services, index: services.search.open };
    const text = 'free articles about mark';
    const find = async (filter: ArticleFilter) =>
      (await findRequested(needs, { text, limit: 5, filters: [filter] })).found;
    expect(await find({ language: 'en' })).toHaveLength(1);
    expect(await find({ language: 'de' })).toEqual([]);
  });
});

describe('makeStandalone', () => {
  it('gives a short question that points back the content words of the one before', () => {
    const before = ['what is x402?', 'How do rate limits work for agents?'];
    expect(makeStandalone('what do they cost?', before)).toBe('what do they cost? rate limits work agents');
    expect(makeStandalone('and payments?', before)).toBe('and payments? rate limits work agents');
  });

  it.each([
    ['why?', 'why? rate limits work agents'],
    ['since when is that?', 'since when is that? rate limits work agents'],
    ['Warum?', 'Warum? rate limits work agents'],
    ['und warum?', 'und warum? rate limits work agents'],
    ['was hat man davon?', 'was hat man davon? rate limits work agents'],
  ])('gives them to %j, which says nothing alone', (text, standalone) => {
    expect(makeStandalone(text, ['How do rate limits work for agents?'])).toBe(standalone);
  });

  it.each([
    ['has no question before it', 'what does it cost?', []],
    ['stands alone', 'idempotency keys', ['rate limits']],
    ['stands alone in two letters', 'AI', ['rate limits']],
    ['is long', 'what does it mean when an agent is told to come back later', ['rate limits']],
    ['already holds the words', 'do these rate limits hold?', ['rate limits']],
  ])('leaves alone a question that %s', (_, text, previous) => {
    expect(makeStandalone(text, previous)).toBe(text);
  });
});
