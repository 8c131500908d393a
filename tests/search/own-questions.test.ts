import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publication } from '../../site.config.ts';
import { searchableArticle, searchableSold } from '../../src/cli/searchable.ts';
import { buildReference } from '../../src/contract/reference.ts';
import { createUrls } from '../../src/core/urls.ts';
import { buildIndex } from '../../src/search/build.ts';
import type { SearchEngine } from '../../src/search/engine.ts';
import { loadIndex } from '../../src/search/flexsearch-engine.ts';
import { compileLibrary } from '../support/compile.ts';

const baseUrl = 'http://localhost:4321';
const questions = z
  .array(z.object({ slug: z.string(), question: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/search/questions.json', import.meta.url), 'utf8')));

let publicView: SearchEngine;
let soldView: SearchEngine;
let slugs: string[];

beforeAll(async () => {
  const { library } = await compileLibrary({
    contentDir: 'content',
    baseUrl,
    now: Date.UTC(2026, 10, 20),
    publication,
    rules: publication.rules,
    generated: buildReference(publication.deprecations),
    values: { base_url: baseUrl, auth_url: createUrls(baseUrl).auth, key_prefix: 'quire', site_name: publication.name },
  });
  if (library === undefined) throw new Error('content/ has errors: run "npm run check:content".');
  const { articles } = library.public;
  slugs = articles.map(({ slug }) => slug);
  publicView = loadIndex(buildIndex(articles.map(searchableArticle)));
  const sold = new Map(library.sold.articles.map((article) => [article.slug, article]));
  soldView = loadIndex(buildIndex(articles.map((article) => searchableSold(article, sold.get(article.slug)))));
});

describe('a question about one of our articles', () => {
  it.each(questions)('finds $slug first: $question', ({ slug, question }) => {
    const query = { text: question, limit: 3, isVisible: () => true };
    expect(publicView.search(query).map((hit) => hit.slug)).toHaveProperty('0', slug);
    expect(soldView.search(query).map((hit) => hit.slug)).toHaveProperty('0', slug);
  });

  it('is asked about every article', () => {
    expect([...new Set(questions.map(({ slug }) => slug))].sort()).toEqual(slugs.sort());
  });
});
