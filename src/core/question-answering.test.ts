import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../tests/support/services.ts';
import type { SearchQuery } from '../search/engine.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { answerQuestion, findRequested, makeStandalone, quotePassages } from './question-answering.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });
const plain = { previous: [], limit: 10, offset: 0, minScore: 0 };
const slugs = (text: string, more = {}) =>
  answerQuestion(services, { ...plain, text, ...more }, 'open').passages.map(({ article }) => article.slug);

describe('answerQuestion', () => {
  it('finds free and paid articles by their public words', () => {
    expect(slugs('payment challenges')).toEqual(['paid-study']);
    expect(slugs('agents read markdown')).toContain('open-letter');
  });

  it('searches for the topic of a list that is requested, among the articles of that list alone', () => {
    const ask = (text: string) => answerQuestion(services, { ...plain, text }, 'open');
    expect(slugs('payment preview agents')).toEqual(expect.arrayContaining(['paid-study', 'open-letter']));
    const { searched, passages, list, isWholeList } = ask('free articles about payment preview agents');
    expect({ searched, path: list?.path, isWholeList }).toEqual({
      searched: 'payment preview agents',
      path: '/articles?tier=free',
      isWholeList: false,
    });
    expect(passages.map(({ article }) => article.slug)).toEqual(['open-letter']);
    expect(ask('latest articles on payment preview agents')).toEqual({
      ...ask('payment preview agents'),
      list: undefined,
    });
  });

  it('finds nothing by paid or unreleased words', () => {
    expect(slugs('walrus ledger lanterns')).toEqual([]);
    expect(slugs('lighthouses')).toEqual([]);
  });

  it('has the price of a section that is paid, only where it may not be read', () => {
    const { search: engines } = services;
    const find = (sectionId: string) => ({
      ...engines.open,
      search: (query: SearchQuery) =>
        engines.open.search(query).map((hit) => ({ ...hit, sectionId, isDescription: true })),
    });
    const ask = (sectionId: string, index: 'open' | 'paid' = 'open') => {
      const search = { ...engines, [index]: find(sectionId) };
      return answerQuestion({ ...services, search }, { ...plain, text: 'payment challenges' }, index);
    };
    const found = ask('the-paid-part');
    expect(found.passages[0]?.offer).toEqual({ price: 0.05, currency: 'USD' });
    expect(quotePassages({ ...found, confidence: 'sure' }, services.urls)).toMatch(
      /#the-paid-part \(paid, 0.05 USD\)\)$/,
    );
    expect(ask('the-paid-part', 'paid').passages[0]).toHaveProperty('offer', undefined);
    expect(ask('beginning').passages[0]).toHaveProperty('offer', undefined);
  });

  it('passes over the first results and those below a score', () => {
    const all = slugs('preview agents limits');
    expect(slugs('preview agents limits', { offset: 1 })).toEqual(all.slice(1));
    expect(slugs('preview agents limits', { minScore: 101 })).toEqual([]);
  });

  it('searches for the standalone question that a client sends, whatever came before', () => {
    const request = { text: 'what about it?', standalone: 'idempotency', previous: ['rate limits'] };
    const { searched, passages } = answerQuestion(services, { ...plain, ...request }, 'open');
    expect(searched).toBe('idempotency');
    expect(passages.map(({ article }) => article.slug)).toEqual(['paid-survey']);
  });
});

describe('findRequested', () => {
  it('reads the request as it is typed, and searches for its topic as the caller writes it out', () => {
    const needs = { ...services, engine: services.search.open };
    const extended: string[] = [];
    const ask = (text: string) =>
      findRequested(needs, { text, limit: 5 }, (words) => {
        extended.push(words);
        return `${words} markdown`;
      });
    expect(ask('newest articles')).toMatchObject({ list: { path: '/articles' }, searched: undefined, found: [] });
    expect(ask('free articles about mark')).toMatchObject({
      searched: 'mark',
      found: [{ article: { slug: 'open-letter' } }],
    });
    expect(extended).toEqual(['mark']);
  });

  it('narrows a list that the text requests by the filter of its caller', () => {
    const needs = { ...services, engine: services.search.open };
    const text = 'free articles about mark';
    expect(findRequested(needs, { text, limit: 5, isWanted: () => true }).found).toHaveLength(1);
    expect(findRequested(needs, { text, limit: 5, isWanted: () => false }).found).toEqual([]);
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

describe('quotePassages', () => {
  const found = answerQuestion(services, { ...plain, text: 'preview agents limits markdown' }, 'open');
  const [first] = found.passages;
  if (first === undefined) throw new Error('Nothing was found.');
  const near = [first, { ...first, score: first.score * 0.9 }, { ...first, score: first.score * 0.7 }];

  it('quotes the text near the first hit of a sure or likely answer, numbered like the results', () => {
    for (const confidence of ['sure', 'likely'] as const) {
      const summary = quotePassages({ ...found, passages: near, confidence }, services.urls);
      expect(summary.match(/\[\d\]/g)).toEqual(['[1]', '[2]']);
      expect(summary).toContain(
        `"${first.snippet}" (${first.article.title}, ${services.urls.article(first.article.slug)}`,
      );
    }
  });

  it('names the limits of an article whose passage states a figure, and of no other', () => {
    const outline = [{ id: 'limits', depth: 2, title: 'Limits', words: 9, isFree: true }];
    const article = { ...first.article, outline };
    const quote = (snippet: string) =>
      quotePassages({ ...found, passages: [{ ...first, article, snippet }], confidence: 'sure' }, services.urls);
    expect(quote('It took 29 ms.')).toMatch(/, limits: \S+#limits\)$/);
    expect(quote('It took long.')).not.toContain('limits:');
  });

  it('gives the URL of the article beside its description, not of a section that does not have it', () => {
    const url = services.urls.article(first.article.slug);
    const passage = { ...first, snippet: 'Of what it is.', sectionId: 'paid-part' };
    const quote = (isDescription: boolean) =>
      quotePassages({ ...found, passages: [{ ...passage, isDescription }], confidence: 'sure' }, services.urls);
    expect(quote(false)).toBe(`[1] "Of what it is." (${first.article.title}, ${url}#paid-part)`);
    expect(quote(true)).toBe(`[1] "Of what it is." (${first.article.title}, ${url}, section: ${url}#paid-part)`);
  });

  it('names the closest article and pages of a weak result, with their URLs, and quotes nothing of them', () => {
    const [page] = services.library.pages;
    const [hit] = services.search.docs.search({ text: 'curl', limit: 1, isVisible: () => true });
    if (!page || !hit) throw new Error('The page is missing.');
    const weakHit = { ...hit, confidence: 'weak' as const };
    const pages = [{ page, kind: 'guide' as const, path: '/developers#curl', hit: weakHit, isRequested: false }];
    const article = `"${first.article.title}" (${services.urls.article(first.article.slug)}#section)`;
    const weak = {
      ...found,
      confidence: 'weak' as const,
      passages: near.map((each) => ({ ...each, sectionId: 'section' })),
    };
    const start = 'Nothing answers this for certain; closest: ';
    expect(quotePassages({ ...weak, pages: [] }, services.urls)).toBe(start + article);
    expect(quotePassages({ ...weak, pages }, services.urls)).toBe(
      `${start}${article}, "For developers" (https://quire.test/developers#curl)`,
    );
    expect(quotePassages({ ...weak, passages: [], pages, confidence: 'none' }, services.urls)).toBe(
      `${start}"For developers" (https://quire.test/developers#curl)`,
    );
  });

  it('begins with the definition that the question requests, whatever articles say of the term', () => {
    const [page] = services.library.pages;
    const [hit] = services.search.docs.search({ text: 'curl', limit: 1, isVisible: () => true });
    if (!page || !hit) throw new Error('The page is missing.');
    const requested = {
      page,
      kind: 'glossary' as const,
      path: '/glossary#term',
      hit: { ...hit, snippet: 'Jitter. A wait.' },
    };
    const summarise = (isRequested: boolean) =>
      quotePassages(
        { ...found, passages: [first], confidence: 'sure', pages: [{ ...requested, isRequested }] },
        services.urls,
      );
    expect(summarise(true)).toMatch(/^"Jitter. A wait." \(.+#term\) \[1\] "/);
    expect(summarise(false)).toMatch(/^\[1\] "/);
  });

  it('states it when nothing is close', () => {
    for (const result of [
      { ...found, passages: near, confidence: 'none' as const },
      { ...found, passages: [], confidence: 'sure' as const },
    ])
      expect(quotePassages({ ...result, pages: [] }, services.urls)).toBe(
        'Nothing published here answers this question.',
      );
  });
});
