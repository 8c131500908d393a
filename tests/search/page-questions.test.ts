import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pageParts } from '../../src/build/content-build.ts';
import { searchableDocument, withPrices } from '../../src/build/searchable.ts';
import { findPages } from '../../src/core/matching-pages.ts';
import { publication } from '../../src/library/current-publication.ts';
import { publicationFolder } from '../../src/library/read-publication.ts';
import { buildIndex } from '../../src/search/build.ts';
import { createEntryReader } from '../../src/search/entries.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { compileLibrary } from '../support/compile.ts';

const baseUrl = 'http://localhost:4321';
/** Seventy questions about the publication itself and the pages of which each may lead to one. */
const questions = z
  .array(z.object({ question: z.string(), pages: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/search/page-questions.json', import.meta.url), 'utf8')));
const unrelated = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../fixtures/search/unrelated-questions.json', import.meta.url), 'utf8')));

/** The names of the pages that a question leads to, when no article answers it. */
let find: (question: string) => string[];
let own: { question: string; name: string }[];
let isLikely: (question: string) => boolean;

beforeAll(async () => {
  const { library } = await compileLibrary({
    contentDir: publicationFolder({}).content,
    baseUrl,
    now: Date.UTC(2026, 10, 29),
    publication,
    rules: publication.rules,
    ...pageParts({ BASE_URL: baseUrl, KEY_PREFIX: 'quire' }),
  });
  if (!library) throw new Error('The publication has errors.');
  const { pages, tiers, glossary } = library.public;
  const documents = pages.map((page) => withPrices(searchableDocument(page), tiers));
  const docs = openIndex(buildIndex(documents, createEntryReader(glossary)));
  const services = { search: { docs }, library: library.public, publication };
  find = (question) => findPages(services, question, 'weak').map(({ page }) => page.name);
  isLikely = (question) => findPages(services, question, 'sure').length > 0;
  own = pages.flatMap(({ name, questions }) => questions.map(({ text }) => ({ question: text, name })));
}, 120_000);

describe('a question about the publication', () => {
  it('leads to the page that answers it', () => {
    const first = questions.filter(({ question, pages }) => pages.includes(find(question)[0] ?? ''));
    const any = questions.filter(({ question, pages }) => find(question).some((name) => pages.includes(name)));
    expect(first.length).toBeGreaterThanOrEqual(53);
    expect(any.length).toBeGreaterThanOrEqual(61);
  });

  it('leads to the page whose author wrote it', () => {
    const first = own.filter(({ question, name }) => find(question)[0] === name);
    const any = own.filter(({ question, name }) => find(question).includes(name));
    expect(first.length / own.length).toBeGreaterThan(0.8);
    expect(any.length / own.length).toBeGreaterThan(0.95);
  });

  it('has pages beside a certain article only when they are likely to answer', () => {
    expect(unrelated.filter(isLikely)).toEqual([]);
  });
});
