import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../tests/support/services.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { answerQuestion } from './question-answering.ts';
import { quotePassages } from './quoted-passages.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });

describe('quotePassages', async () => {
  const question = { text: 'preview agents limits markdown', previous: [], limit: 10, offset: 0, minScore: 0 };
  const found = await answerQuestion(services, question, 'open');
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

  it('names the price of a section that is paid', () => {
    const passage = {
      ...first,
      sectionId: 'the-paid-part',
      isDescription: true,
      offer: { price: 0.05, currency: 'USD' },
    };
    const summary = quotePassages({ ...found, passages: [passage], confidence: 'sure' }, services.urls);
    expect(summary).toMatch(/#the-paid-part \(paid, 0.05 USD\)\)$/);
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
