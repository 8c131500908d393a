import { expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { libraryFormat } from '../content/library/library.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createCatalogue } from './articles.ts';
import { createChangeFeed } from './changes.ts';

const hourMs = 3_600_000;
let clock = Date.UTC(2026, 10, 20);
const now = () => clock;

type Articles = ReturnType<typeof makeArticle>[];

/** One process of a release, over a store that others share. */
function open(store: ReturnType<typeof createMemoryStore>, release: string, articles: Articles) {
  const catalogue = createCatalogue({ articles, withdrawn: [] }, now);
  const library = {
    format: libraryFormat,
    baseUrl: '',
    contentHash: release,
    articles,
    pages: [],
    tiers: [],
    glossary: [],
  } as const;
  return createChangeFeed({
    catalogue,
    library: { ...library, withdrawn: [], pages: [], tiers: [], glossary: [] },
    store,
    now,
    randomBytes: (length) => new Uint8Array(length).fill(7),
  });
}

const told = ({ changes }: { changes: { slug: string; change: string }[] }) =>
  changes.map(({ slug, change }) => `${change} ${slug}`);

it('tells after a release what was added, changed and removed, and nothing else', async () => {
  const store = createMemoryStore(now);
  const [kept, edited, gone] = ['kept', 'edited', 'gone'].map((slug) => makeArticle({ slug }));
  if (!kept || !edited || !gone) throw new Error('three articles');
  const first = await open(store, 'one', [kept, edited, gone]).since(undefined, 10);
  expect(told(first)).toEqual(['added gone', 'added edited', 'added kept']);

  const next = [makeArticle({ slug: 'new' }), kept, { ...edited, contentDigest: 'sha-256=other' }];
  const second = await open(store, 'two', next).since(first.cursor, 10);
  expect(told(second)).toEqual(['changed edited', 'added new', 'removed gone']);
  expect(told(await open(store, 'two', next).since(second.cursor, 10))).toEqual([]);
  expect(told(await open(store, 'two', next).since(undefined, 10))).toEqual([
    'added kept',
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
