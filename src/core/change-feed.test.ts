import { expect, it } from 'vitest';
import { createTestKeyring } from '../../tests/support/keyring.ts';
import { makeArticle } from '../../tests/support/library.ts';
import { sha256 } from '../library/digest.ts';
import { libraryFormat } from '../library/library.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createPaidContent } from './access/paid-content.ts';
import { createCatalogue } from './articles.ts';
import { createChangeFeed } from './change-feed.ts';
import { renameJournal } from './change-journal.ts';

const hourMs = 3_600_000;
let clock = Date.UTC(2026, 10, 20);
const now = () => clock;

type Articles = ReturnType<typeof makeArticle>[];

/** One process of a release, over a store that others share. */
function open(
  store: ReturnType<typeof createMemoryStore>,
  release: string,
  articles: Articles,
  { paidText = 'first', keyring = createTestKeyring() } = {},
) {
  const paid = articles.filter(({ tier }) => tier === 'paid');
  const body = { markdown: paidText, html: '', spans: [] };
  const shared = { format: libraryFormat, contentHash: release } as const;
  const feed = createChangeFeed({
    catalogue: createCatalogue({ articles, withdrawn: [] }, now),
    library: { ...shared, baseUrl: '', articles, withdrawn: [], pages: [], tiers: [], glossary: [] },
    paidContent: createPaidContent({
      ...shared,
      articles: paid.map(({ slug }) => ({ slug, body, contentDigest: '', textDigest: `sha256:${paidText}` })),
    }),
    keyring,
    store,
    now,
    randomBytes: (length) => new Uint8Array(length).fill(7),
  });
  const toPosition = (position: string | number) =>
    typeof position === 'number' ? { moment: position } : { cursor: position };
  return {
    since: (position: string | number | undefined, limit: number) =>
      feed.since(position === undefined ? undefined : toPosition(position), limit),
  };
}

const told = ({ changes }: { changes: { slug: string; change: string }[] }) =>
  changes.map(({ slug, change }) => `${change} ${slug}`);

it('tells after a release what was added, changed and removed, and nothing else', async () => {
  const store = createMemoryStore(now);
  const [same, edited, gone] = ['same', 'edited', 'gone'].map((slug) => makeArticle({ slug }));
  if (!same || !edited || !gone) throw new Error('three articles');
  const first = await open(store, 'one', [same, edited, gone]).since(undefined, 10);
  expect(told(first)).toEqual(['added gone', 'added edited', 'added same']);

  const next = [makeArticle({ slug: 'new' }), same, { ...edited, contentDigest: 'sha256:other' }];
  const second = await open(store, 'two', next).since(first.cursor, 10);
  expect(told(second)).toEqual(['changed edited', 'added new', 'removed gone']);
  expect(told(await open(store, 'two', next).since(second.cursor, 10))).toEqual([]);
  expect(told(await open(store, 'two', next).since(undefined, 10))).toEqual([
    'added same',
    'added edited',
    'added new',
  ]);
});

it('tells an article when its moment comes, without a release', async () => {
  const store = createMemoryStore(now);
  const articles = [makeArticle({ slug: 'out' }), makeArticle({ slug: 'soon', releaseAt: clock + hourMs })];
  const journal = open(store, 'one', articles);
  const before = await journal.since(undefined, 10);
  expect(told(before)).toEqual(['added out']);
  clock += hourMs;
  expect(told(await journal.since(before.cursor, 10))).toEqual(['added soon']);
});

it('lets no process of the release before take back what the new one recorded, but a release that is brought back', async () => {
  const store = createMemoryStore(now);
  const old = [makeArticle({ slug: 'old' })];
  const { cursor } = await open(store, 'one', old).since(undefined, 10);
  const newer = [makeArticle({ slug: 'new' }), ...old];
  const { cursor: after } = await open(store, 'two', newer).since(cursor, 10);
  expect(told(await open(store, 'one', old).since(after, 10))).toEqual([]);
  clock += hourMs;
  expect(told(await open(store, 'one', old).since(after, 10))).toEqual(['removed new']);
});

it('announces a change of paid words alone, by a number and the same public digest', async () => {
  const store = createMemoryStore(now);
  const articles = [makeArticle({ slug: 'study', tier: 'paid' }), makeArticle({ slug: 'letter' })];
  const first = await open(store, 'one', articles).since(undefined, 10);
  clock += hourMs;
  const second = await open(store, 'two', articles, { paidText: 'corrected' }).since(first.cursor, 10);
  const before = first.changes.find(({ slug }) => slug === 'study');
  expect(second.changes).toEqual([{ ...before, change: 'changed', changedAt: clock, revision: '07070707-3' }]);
});

it('says the same of two paid texts in the same place, so that no guess about one can be tested', async () => {
  const articles = [makeArticle({ slug: 'study', tier: 'paid' })];
  async function follow(paidText: string) {
    const store = createMemoryStore(now);
    const { cursor } = await open(store, 'one', articles, { paidText: 'first' }).since(undefined, 10);
    const corrected = await open(store, 'two', articles, { paidText }).since(cursor, 10);
    return { corrected, stored: await store.readList('changes', { after: 0, limit: 10 }) };
  }
  const [one, other] = [await follow('42 of 50'), await follow('43 of 50')];
  expect(one.corrected).toEqual(other.corrected);
  expect(one.stored).not.toEqual(other.stored);
});

it('announces nothing when only the secret was replaced, then and at the next time', async () => {
  const store = createMemoryStore(now);
  const articles = [makeArticle({ slug: 'study', tier: 'paid' })];
  const [old, next, last] = ['old', 'next', 'last'].map((name) => (message: string) => sha256(name + message));
  if (!old || !next || !last) throw new Error('three secrets');
  const rings = [
    { current: old },
    { current: next, previous: old },
    { current: last, previous: next },
    { current: last },
  ];
  for (const secrets of rings) {
    const keyring = createTestKeyring({ secrets });
    expect((await open(store, 'one', articles, { keyring }).since(undefined, 10)).cursor).toBe('07070707-1');
  }
});

it('takes a moment instead of a cursor, and dates each change by when it was published', async () => {
  const store = createMemoryStore(now);
  const [one, two, three] = ['one', 'two', 'three'].map((slug) => makeArticle({ slug }));
  if (!one || !two || !three) throw new Error('three articles');
  await open(store, 'a', [two, one]).since(undefined, 10);
  clock += hourMs;
  const moment = clock;
  const feed = open(store, 'b', [three, { ...two, title: 'Another title' }]);
  const later = await feed.since(moment, 10);
  expect(told(later)).toEqual(['changed two', 'added three', 'removed one']);
  expect(later.changes.map(({ changedAt }) => changedAt)).toEqual([moment, moment, moment]);
  expect(told(await feed.since(moment + 1, 10))).toEqual([]);
  expect(told(await feed.since(moment - 1, 2))).toEqual(['changed two', 'added three']);
  expect((await feed.since(moment - 1, 2)).hasMore).toBe(true);
});

it('gives no change a date before that of an earlier one, also when the clock was set back', async () => {
  const store = createMemoryStore(now);
  const first = await open(store, 'a', [makeArticle({ slug: 'one' })]).since(undefined, 10);
  const earlier = clock;
  clock -= hourMs;
  const later = await open(store, 'b', [makeArticle({ slug: 'two' })]).since(first.cursor, 10);
  expect(later.changes.map(({ changedAt }) => changedAt)).toEqual([earlier, earlier]);
  clock = earlier;
});

/** Counts what is read and written of lists. */
function count(store: ReturnType<typeof createMemoryStore>) {
  const counted = { reads: 0, itemsRead: 0, itemsWritten: 0 };
  const counting: typeof store = {
    ...store,
    async readList(list, about) {
      const read = await store.readList(list, about);
      counted.reads += 1;
      counted.itemsRead += read.items.length;
      return read;
    },
    writeList(list, change) {
      counted.itemsWritten += change.items.length;
      return store.writeList(list, change);
    },
  };
  return { counted, counting };
}

const many = (length: number) => Array.from({ length }, (_, at) => makeArticle({ slug: `article-${at}` }));

it('writes the differences of a release alone, and reads of a page so many as it has', async () => {
  const { counted, counting } = count(createMemoryStore(now));
  const articles = many(50);
  const { cursor } = await open(counting, 'one', articles).since(undefined, 100);
  expect(counted.itemsWritten).toBe(50);

  const [first, ...others] = articles;
  if (!first) throw new Error('an article');
  const feed = open(counting, 'two', [{ ...first, title: 'Another title' }, ...others]);
  const news = await feed.since(cursor, 100);
  expect(told(news)).toEqual(['changed article-0']);
  expect(counted.itemsWritten).toBe(51);

  const before = { ...counted };
  expect(told(await feed.since(news.cursor, 100))).toEqual([]);
  expect(counted.itemsRead).toBe(before.itemsRead);
  await feed.since(undefined, 10);
  expect(counted.itemsRead).toBe(before.itemsRead + 11);
});

it('compares nothing in a process of a release that is recorded already', async () => {
  const { counted, counting } = count(createMemoryStore(now));
  const articles = many(20);
  const { cursor } = await open(counting, 'one', articles).since(undefined, 100);
  const before = counted.itemsRead;
  expect(told(await open(counting, 'one', articles).since(cursor, 100))).toEqual([]);
  expect(counted.itemsRead).toBe(before);
});

it('gives each change one number when several processes record a release at once', async () => {
  const store = createMemoryStore(now);
  const articles = many(2_500);
  const processes = [1, 2, 3].map(() => open(store, 'one', articles).since(undefined, Number.MAX_SAFE_INTEGER));
  const [one, ...others] = await Promise.all(processes);
  expect(one?.cursor).toBe('07070707-2500');
  expect(new Set(one?.changes.map(({ revision }) => revision)).size).toBe(2_500);
  for (const other of others) expect(other).toEqual(one);
});

it('says of a replaced release that its changes may still change', async () => {
  const store = createMemoryStore(now);
  const articles = many(1);
  const old = open(store, 'one', articles);
  expect((await old.since(undefined, 10)).isSettled).toBe(true);
  expect((await open(store, 'two', many(2)).since(undefined, 10)).isSettled).toBe(true);
  expect((await old.since(undefined, 10)).isSettled).toBe(false);
});

it('tells a follower everything again after the journal was renamed, and keeps the dates of its changes', async () => {
  const store = createMemoryStore(now);
  const moment = clock;
  const { cursor } = await open(store, 'one', many(3)).since(undefined, 10);
  clock += hourMs;
  await renameJournal(store, 'restored');
  const again = await open(store, 'one', many(3)).since(cursor, 10);
  expect([again.isReset, again.cursor, again.changes.length]).toEqual([true, 'restored-3', 3]);
  expect(again.changes.map(({ changedAt }) => changedAt)).toEqual([moment, moment, moment]);
});
