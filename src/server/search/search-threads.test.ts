import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { buildContent } from '../../build/content-build.ts';
import type { ArticleQuery } from '../../core/article-search.ts';
import { createCatalogue } from '../../core/articles.ts';
import { openArticleSearch } from '../../core/question-answering.ts';
import { createMemo, openPartCache } from '../../library/part-cache.ts';
import { parts } from '../../library/release-parts.ts';
import { openRelease } from '../../release/open-release.ts';
import { listHidden } from './release-search.ts';
import { createSearchThreads, type SearchThreads } from './search-threads.ts';

const own = folderOfFile();
const folder = join(own, 'release');
const built = Date.UTC(2026, 10, 20);
await buildContent(folder, {
  contentDir: fileURLToPath(new URL('../../../tests/fixtures/content/sample/content', import.meta.url)),
  config: { BASE_URL: 'http://localhost:4321', KEY_PREFIX: 'quire', SEARCH_ENGINE: 'sqlite' },
  now: built,
  showsUnpublished: false,
  memo: createMemo(openPartCache(join(own, 'parts')), 'these tests'),
});
const { open: library, search } = await openRelease(folder, { hasPrebuilt: false });
const title = library.articles[0]?.title ?? '';

const opened: SearchThreads[] = [];
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close();
});

function openThreads(about: Partial<Parameters<typeof createSearchThreads>[0]> = {}): SearchThreads {
  const threads = createSearchThreads({
    release: { folder, ...listHidden(library.articles) },
    count: 1,
    now: () => built,
    deadlineMs: 60_000,
    ...about,
  });
  opened.push(threads);
  return threads;
}

test.each(['open', 'paid'] as const)('they find in the %s index what one thread finds', async (index) => {
  const words = library.articles.map(({ title }) => title);
  const [first] = library.articles;
  const filters: Partial<ArticleQuery>[] = [
    {},
    { filters: [{ tier: 'paid' }] },
    { filters: [{ tier: 'free', language: 'en' }, { changedSince: '2026-01-01' }] },
    { slug: first?.slug ?? '', quote: 'answer', hasContext: true, hasNext: true },
  ];
  let found = 0;
  for (const now of [Date.UTC(2026, 0, 1), built, Date.UTC(2126, 0, 1)]) {
    const alone = openArticleSearch(
      search[index],
      createCatalogue(library, () => now),
    );
    const threads = openThreads({ now: () => now, count: 2 });
    for (const text of words) {
      for (const filter of filters) {
        const hits = await threads[index].search({ text, limit: 5, ...filter });
        expect(hits).toEqual(alone.search({ text, limit: 5, ...filter }));
        found += hits.length;
      }
    }
    for (const { slug } of library.articles)
      expect(await threads[index].related(slug, 3)).toEqual(alone.related(slug, 3));
  }
  expect(found).toBeGreaterThan(words.length);
});

test('a question without a result in time gets 503, and a later one its result', async () => {
  // The thread takes longer to start.
  const threads = openThreads({ deadlineMs: 10 });
  const ask = () => threads.open.search({ text: title, limit: 1 });
  await expect(ask()).rejects.toMatchObject({ code: 'search_unavailable', status: 503, retryAfter: 2 });
  await threads.prepare();
  await expect.poll(async () => (await ask()).length, { timeout: 30_000 }).toBe(1);
});

test('a question that arrives while they are prepared waits for a thread, and starts no further one', async () => {
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  const threads = openThreads();
  const prepared = threads.prepare();
  expect(await threads.open.search({ text: title, limit: 1 })).toHaveLength(1);
  await prepared;
  process.off('worker', count);
  expect(started).toBe(1);
});

test('a caller with one question waits for one of another caller, however many that one sends', async () => {
  const threads = openThreads();
  await threads.prepare();
  const order: string[] = [];
  const ask = async (clientAddress: string, number = 0) => {
    await threads.open.search({ text: `${title} ${number}`, limit: 1, clientAddress });
    order.push(clientAddress);
  };
  const many = Array.from({ length: 100 }, (_, number) => ask('192.0.2.1', number));
  await Promise.all([...many, ask('198.51.100.1')]);
  expect(order).toHaveLength(101);
  expect(order.indexOf('198.51.100.1')).toBeLessThanOrEqual(2);
});

test('a thread that fails takes one question with it', async () => {
  const threads = openThreads({ count: 2 });
  const ask = () => threads.open.search({ text: title, limit: 1 });
  const file = join(folder, parts.search);
  await rename(file, `${file}.away`);
  await expect(ask()).rejects.toThrow('A thread that searches has failed.');
  await rename(`${file}.away`, file);
  expect(await ask()).toHaveLength(1);
});

test('they are closed with their release', async () => {
  const threads = openThreads();
  await threads.prepare();
  const asked = threads.open.search({ text: title, limit: 1 });
  // As far as a thread that has it.
  await new Promise(setImmediate);
  await threads.close();
  expect(await asked).toHaveLength(1);
  await expect(threads.open.search({ text: title, limit: 1 })).rejects.toThrow('is closed');
});
