import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { pageParts } from '../../src/build/content-build.ts';
import { publication } from '../../src/library/current-publication.ts';
import { publicationFolder } from '../../src/library/read-publication.ts';
import type { App } from '../../src/serve/serve.ts';
import { createTestApp } from '../support/app.ts';
import { compileLibrary } from '../support/compile.ts';

/** Written before any result was looked at. Each names the pages that answer it. */
const questions = z
  .array(z.object({ question: z.string(), pages: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/search/developers-questions.json', import.meta.url), 'utf8')));

const baseUrl = 'https://quire.test';
const Found = z.object({ path: z.string() });
const Outcome = z.object({
  result: z.object({ structuredContent: z.object({ results: z.array(Found), closest: Found.optional() }) }),
});

let app: App;
beforeAll(async () => {
  const { library } = await compileLibrary({
    contentDir: publicationFolder(process.env).content,
    baseUrl,
    now: Date.UTC(2026, 10, 20),
    ...pageParts({ BASE_URL: baseUrl, KEY_PREFIX: 'quire' }),
    publication,
  });
  if (!library) throw new Error('The publication of the tests has errors.');
  ({ app } = await createTestApp({ open: library.public, sold: library.sold }));
});

async function searchDocs(query: string) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_docs', arguments: { query } } };
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${baseUrl}/mcp/docs`, { method: 'POST', headers, body: JSON.stringify(body) });
  return Outcome.parse(await (await app.fetch(request)).json()).result.structuredContent;
}

const nameOf = ({ path }: z.infer<typeof Found>) => path.replace(/^\/|\.md$/g, '');

it('finds the page that answers for 18 of 20 questions of developers, among the first three', async () => {
  const missed: string[] = [];
  for (const { question, pages } of questions) {
    const { results } = await searchDocs(question);
    const first = results.slice(0, 3).map(nameOf);
    if (!first.some((page) => pages.includes(page))) missed.push(`${question}: ${first.join(', ')}`);
  }
  expect(questions.length).toBe(20);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
});

it.each(['walruses swimming underwater', 'xyzzy plugh'])(
  'names the closest page when nothing answers: %s',
  async (query) => {
    const { results, closest } = await searchDocs(query);
    expect(results).toEqual([]);
    expect(closest?.path).toMatch(/^\/.+\.md$/);
  },
);
