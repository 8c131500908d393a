import { expect, test } from 'vitest';
import { createRefresh } from './refresh.ts';

const contentDir = '/content';
const pathOf = (slug: string) => `${contentDir}/articles/${slug}.md`;

/** Records what is compiled; a complete compilation ends when `finish` is called. */
function openRefresh({ canShow = true } = {}) {
  const events: string[] = [];
  let finish = () => {};
  const logged: unknown[] = [];
  const refreshing = createRefresh({
    contentDir,
    async compileAll(signal) {
      events.push('all begins');
      const finished = Promise.withResolvers<void>();
      finish = finished.resolve;
      signal.addEventListener('abort', () => finished.reject(signal.reason));
      await finished.promise;
      events.push('all ends');
    },
    async showArticles(slugs) {
      if (canShow) events.push(`articles ${[...slugs].join(' ')}`);
      return canShow;
    },
    log: { error: (fields: unknown) => void logged.push(fields) },
  });
  const save = (...paths: string[]) =>
    refreshing.refresh(paths, (isComplete) => void events.push(isComplete ? 'complete' : 'shown'));
  return { ...refreshing, save, events, logged, finish: () => finish() };
}

test('a saved article is shown before everything else is compiled', async () => {
  const { save, settled, events, finish } = openRefresh();
  const saved = save(pathOf('one'));
  await settled();
  expect(events).toEqual(['articles one', 'shown']);
  await expect.poll(() => events.at(-1), { timeout: 10_000 }).toBe('all begins');
  finish();
  await saved;
  expect(events.slice(2)).toEqual(['all begins', 'all ends', 'complete']);
});

test.each([
  ['another file', [`${contentDir}/authors.yaml`], true],
  ['a file of an article', [`${contentDir}/articles/one/chart.csv`], true],
  ['an article beside another file', [pathOf('one'), `${contentDir}/plans.yaml`], true],
  ['an article that is new', [pathOf('new')], false],
])('%s is shown when everything is compiled', async (_, paths, canShow) => {
  const { save, settled, events, finish } = openRefresh({ canShow });
  void save(...paths);
  const shown = settled().then(() => events.push('settled'));
  await expect.poll(() => events).toEqual(['all begins']);
  finish();
  await shown;
  expect(events).toEqual(['all begins', 'all ends', 'complete', 'settled']);
});

test('a save stops the compilation that is under way, and shows what was saved since the last complete one', async () => {
  const { save, settled, events, finish, logged } = openRefresh();
  void save(pathOf('one'));
  await expect.poll(() => events.at(-1), { timeout: 10_000 }).toBe('all begins');
  const saved = save(pathOf('two'));
  await settled();
  expect(events.slice(2)).toEqual(['all begins', 'articles one two', 'shown']);
  await expect.poll(() => events.at(-1), { timeout: 10_000 }).toBe('all begins');
  finish();
  await saved;
  void save(pathOf('three'));
  await settled();
  expect(events.slice(-2)).toEqual(['articles three', 'shown']);
  expect(logged).toEqual([]);
});

test('a request that waits for one save waits for a later one too', async () => {
  const { save, settled, events } = openRefresh();
  void save(pathOf('one'));
  const shown = settled();
  void save(pathOf('two'));
  await shown;
  expect(events).toEqual(['articles one two', 'shown']);
});

test('a compilation that fails is logged, and the next save is compiled', async () => {
  const logged: unknown[] = [];
  let runs = 0;
  const { refresh, settled } = createRefresh({
    contentDir,
    async compileAll() {
      runs += 1;
      if (runs === 1) throw new Error('A file is gone.');
    },
    showArticles: async () => false,
    log: { error: (fields: unknown) => void logged.push(fields) },
  });
  await refresh();
  await refresh();
  await settled();
  expect([runs, logged.length]).toEqual([2, 1]);
});
