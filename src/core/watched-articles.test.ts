import { describe, expect, it } from 'vitest';
import { addressesOf } from '../../tests/support/many-networks.ts';
import { dayMs } from '../library/durations.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { endWatching, readWatched, renewWatched, unwatchArticle, watchArticle } from './watched-articles.ts';

const clientAddress = '192.0.2.1';

function createNeeds() {
  let time = 1_000;
  const now = () => time;
  return { store: createMemoryStore(now), now, pass: (ms: number) => (time += ms) };
}

const article = (number: number) => ({ uri: `https://quire.test/articles/${number}.md`, articleId: `id-${number}` });

describe('a session', () => {
  it('watches the articles that it subscribed to, until it unsubscribes', async () => {
    const needs = createNeeds();
    for (const number of [1, 2]) await watchArticle(needs, { session: 's', clientAddress, ...article(number) });
    await unwatchArticle(needs, { session: 's', uri: article(1).uri });
    await unwatchArticle(needs, { session: 's', uri: article(7).uri });
    expect(await readWatched(needs, 's')).toEqual(new Map([[article(2).uri, 'id-2']]));
    expect(await readWatched(needs, 'other')).toEqual(new Map());
  });

  it('watches at most 100 articles', async () => {
    const needs = createNeeds();
    for (let number = 0; number < 100; number += 1)
      await watchArticle(needs, { session: 's', clientAddress, ...article(number) });
    expect(await watchArticle(needs, { session: 's', clientAddress, ...article(100) })).toBe('full');
    expect(await watchArticle(needs, { session: 's', clientAddress, ...article(99) })).toBe('watched');
  });

  it('is forgotten a day after it began, unless its client listens in the second half of the day', async () => {
    const needs = createNeeds();
    for (const session of ['listens', 'leaves']) await watchArticle(needs, { session, clientAddress, ...article(1) });
    needs.pass(0.6 * dayMs);
    await watchArticle(needs, { session: 'leaves', clientAddress, ...article(2) });
    expect(await renewWatched(needs, { session: 'listens', clientAddress })).toHaveProperty('size', 1);
    needs.pass(0.6 * dayMs);
    expect(await readWatched(needs, 'listens')).toHaveProperty('size', 1);
    expect(await readWatched(needs, 'leaves')).toHaveProperty('size', 0);
  });

  it('that its client ended stays ended; one that never watched leaves no record', async () => {
    const needs = createNeeds();
    await watchArticle(needs, { session: 's', clientAddress, ...article(1) });
    await endWatching(needs, 's');
    expect(await readWatched(needs, 's')).toBe('ended');
    expect(await renewWatched(needs, { session: 's', clientAddress })).toBe('ended');
    expect(await watchArticle(needs, { session: 's', clientAddress, ...article(1) })).toBe('ended');
    await endWatching(needs, 'idle');
    expect(await readWatched(needs, 'idle')).toEqual(new Map());
  });
});

it('one caller begins or renews at most 100 sessions in a day', async () => {
  const needs = createNeeds();
  const begin = (session: string, from = clientAddress) =>
    watchArticle(needs, { session, clientAddress: from, ...article(1) });
  for (let count = 0; count < 100; count += 1) await begin(`s${count}`);
  await expect(begin('late')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await begin('elsewhere', '192.0.2.2')).toBe('watched');
  needs.pass(0.6 * dayMs);
  await renewWatched(needs, { session: 's0', clientAddress });
  needs.pass(0.5 * dayMs);
  expect(await readWatched(needs, 's0')).toEqual(new Map());
});

it.each(addressesOf)('the holder of $name begins at most $times times as many', async ({ nth, times, other }) => {
  const needs = createNeeds();
  const begin = (session: string, from: string) =>
    watchArticle(needs, { session, clientAddress: from, ...article(1) }).catch(() => 'refused');
  let begun = 0;
  for (let count = 0; count < 1_700; count += 1) {
    if ((await begin(`s${count}`, nth(count))) === 'watched') begun += 1;
  }
  expect(begun).toBe(100 * times);
  expect(await begin('elsewhere', other)).toBe('watched');
});
