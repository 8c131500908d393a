import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestServices } from '../../tests/support/services.ts';
import { readGlossary } from '../content/markdown/glossary.ts';
import { findHeadings } from '../content/markdown/headings.ts';
import { lexMarkdown } from '../content/markdown/lexer.ts';
import { locateTokens } from '../content/markdown/markdown-tokens.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { asksForPrices, findDefinition, findPages } from './matching-pages.ts';

const markdown = readFileSync(join(publicationFolder({}).content, 'pages/glossary.md'), 'utf8');
const placed = locateTokens(lexMarkdown(markdown, { hasMath: false }), markdown);
const glossary = readGlossary(placed, findHeadings(placed));
const define = (text: string, language = 'en') => findDefinition(text, { glossary, language })?.term;

const unrelated = z
  .array(z.string())
  .parse(JSON.parse(readFileSync('tests/fixtures/search/unrelated-questions.json', 'utf8')));

describe('a question for the meaning of a term', () => {
  it.each(glossary)('finds the entry of $term', ({ term }) => {
    const english = [`What is a ${term.toLowerCase()}?`, `what does ${term} mean`, `define ${term}`, term];
    for (const text of [...english, `Was ist ${term}`, `Was bedeutet ein ${term}?`]) {
      expect(define(text), text).toBe(term);
      expect(define(text, 'de-CH'), text).toBe(term);
    }
  });

  it.each([
    ['What are embargoes?', 'Embargo'],
    ['definition of the rate limit', 'Rate limit'],
    ['what is meant by a CDN', 'Cache'],
    ['tell me about front-matter', 'Front matter'],
  ])('finds it by its plural, by another word for it and in other phrases: %s', (text, term) => {
    expect(define(text)).toBe(term);
  });

  it.each([...unrelated, 'How do rate limits work?', 'What is a', '', 'jitter '.repeat(40)])('is none: %s', (text) => {
    expect(define(text)).toBeUndefined();
    expect(define(text, 'de')).toBeUndefined();
  });
});

describe('a question for prices', () => {
  const services = createTestServices({ store: createMemoryStore(() => 0) });
  const { tiers } = services.library;
  const asks = (text: string) => asksForPrices(text, { tiers, publication: { name: 'The Quarterly' } });

  it.each([
    'What does a subscription cost?',
    'how much does a subscription cost per month',
    'how much is a paid article?',
    'price of one article',
    'pricing',
    'How much is The Quarterly?',
    'what does it cost?',
    'Was kostet ein Abo?',
    'Wie viel kostet ein Artikel?',
    'Preise',
  ])('is: %s', (text) => {
    expect(asks(text)).toBe(true);
  });

  it.each([...unrelated, 'How much does caching save?', 'subscription', ''])('is not: %s', (text) => {
    expect(asks(text)).toBe(false);
  });

  it('has the pages that are requested by name before those that match half as well, each with what it says of it', () => {
    const [developers] = services.library.pages;
    if (!developers) throw new Error('The page is missing.');
    const named = (name: string) => ({ ...developers, name, title: name, description: `About ${name}.` });
    const library = {
      ...services.library,
      pages: [developers, named('glossary'), named('pricing')],
      glossary: [{ term: 'Curl', aliases: ['HTTP program'], definition: 'Sends requests.', id: 'term-curl' }],
    };
    const find = (text: string) =>
      findPages({ ...services, library }, text, 'sure').map(({ kind, path, hit }) => [kind, path, hit.snippet]);
    const ranked = ['guide', '/developers', 'Call the article API with curl.'];
    expect(find('What is curl?')).toEqual([['glossary', '/glossary#term-curl', 'Curl. Sends requests.'], ranked]);
    expect(find('What does an article cost?')).toEqual([
      ['pricing', '/pricing', expect.stringMatching(/^paid: 0.05 USD per article; .*free: 0 USD .* About pricing\.$/)],
    ]);
  });
});
