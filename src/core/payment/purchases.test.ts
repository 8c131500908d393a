import { beforeEach, describe, expect, test } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { createUrls } from '../../contract/urls.ts';
import { markHeading } from '../../library/digest.ts';
import { dayMs, yearMs } from '../../library/durations.ts';
import { libraryFormat } from '../../library/library.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { createVersions } from '../access/article-versions.ts';
import { createPaidContent } from '../access/paid-content.ts';
import { createCatalogue } from '../articles.ts';
import {
  type ArticleIdentity,
  addToAccount,
  hasPurchase,
  identifyArticle,
  isOnAccount,
  listAccountPurchases,
  recordPurchase,
} from './purchases.ts';

const payer = '0xabc';
const start = Date.UTC(2026, 10, 20);

let clock: { at: number };
let store: ReturnType<typeof createMemoryStore>;
let shop: Parameters<typeof listAccountPurchases>[0];
beforeEach(() => {
  clock = { at: start };
  store = createMemoryStore(() => clock.at);
  shop = { store, now: () => clock.at };
});

interface Written {
  slug: string;
  aliases?: string[];
  /** The slug when absent, as the build has it. */
  id?: string;
  title?: string;
  description?: string;
  text?: string;
  date?: string;
  /** A title and a description that it had before. */
  formerly?: { title: string; description: string };
}

/** The articles of one release, as purchases know them. */
function release(...written: Written[]): ArticleIdentity[] {
  const articles = written.map(({ slug, id = slug, title = 'A study', date = '2026-10-01', ...more }) => {
    const made = { ...makeArticle({ slug, tier: 'paid', title, date }), id };
    return { ...made, aliases: more.aliases ?? [], description: more.description ?? 'What it says.' };
  });
  const body = { markdown: '', html: '', spans: [] };
  const paid = written.map(({ slug, text = 'first' }) => ({
    slug,
    body,
    contentDigest: '',
    textDigest: `sha256:${text}`,
  }));
  const paidContent = createPaidContent({ format: libraryFormat, contentHash: '', articles: paid });
  const catalogue = createCatalogue({ articles, withdrawn: [] }, () => clock.at);
  const index = Object.fromEntries(
    written.map(({ slug, id = slug, formerly }) => {
      return [id, { examinedAt: 0, records: [], headings: formerly ? markHeading(formerly) : [] }];
    }),
  );
  const versions = createVersions(
    new Map(Object.entries(index)),
    () => Promise.reject(new Error('Not read.')),
    createUrls('https://a.example'),
  );
  return articles.map((article) => identifyArticle({ catalogue, paidContent, versions }, article));
}

const another = { title: 'Another', description: 'Of something else.', text: 'other' };

async function buy([article]: ArticleIdentity[]): Promise<void> {
  if (article) await recordPurchase(store, { payer, article, paidAt: clock.at, now: clock.at });
}

/** May the wallet read each article of a release? */
const mayRead = (articles: ArticleIdentity[]) =>
  Promise.all(articles.map((article) => hasPurchase(store, { payer, article, now: clock.at })));

/** As releases did that knew slugs alone. */
const buyBySlug = (slug: string) =>
  store.update(`purchase:${payer}:${slug}`, () => {
    return { op: 'put', value: JSON.stringify({ paidAt: clock.at }), ttlMs: yearMs, result: undefined };
  });

describe('a purchase', () => {
  test('lets its wallet in again for a year, to its article', async () => {
    const articles = release({ slug: 'a' }, { slug: 'b', ...another });
    await buy(articles);
    clock.at += yearMs - 1;
    expect(await mayRead(articles)).toEqual([true, false]);
    const [article] = articles;
    expect(article && (await hasPurchase(store, { payer: '0xdef', article, now: clock.at }))).toBe(false);
    clock.at += 1;
    expect(await mayRead(articles)).toEqual([false, false]);
  });

  test('follows the id to another slug, and another article at the old slug is not opened', async () => {
    await buy(release({ slug: 'a' }));
    expect(await mayRead(release({ slug: 'b', id: 'a' }, { slug: 'a', id: 'new', ...another }))).toEqual([true, false]);
  });

  test('without an id follows the text to another slug, and another article at the old slug is not opened', async () => {
    await buy(release({ slug: 'a' }));
    expect(await mayRead(release({ slug: 'b' }, { slug: 'a', ...another }))).toEqual([true, false]);
  });

  test('follows a former slug that the article names, whatever was changed with it', async () => {
    await buy(release({ slug: 'a' }));
    expect(await mayRead(release({ slug: 'b', aliases: ['a'], ...another }))).toEqual([true]);
  });

  test('that a store recorded under the id alone is recorded under the new text at the next sign-in', async () => {
    await buy(release({ slug: 'a' }));
    const changed = release({ slug: 'a', text: 'second' });
    const { update } = store;
    store.update = async (key, decide) => {
      if (key.endsWith('sha256:second')) throw new StoreUnavailable('killed');
      return update(key, decide);
    };
    await expect(mayRead(changed)).rejects.toThrow(StoreUnavailable);
    store.update = update;
    // The record under the id is written in the meantime.
    await store.increment('another', 1);
    expect(await mayRead(changed)).toEqual([true]);
    expect(await mayRead(release({ slug: 'b', text: 'second' }))).toEqual([true]);
  });

  test.each([
    ['its text', { text: 'second' }],
    ['its text and title', { text: 'second', title: 'A longer study' }],
    ['its text and description', { text: 'second', description: 'What it says now.' }],
    ['its date', { date: '2027-01-01' }],
  ])('outlives a change of %s', async (_, changes) => {
    await buy(release({ slug: 'a' }));
    expect(await mayRead(release({ slug: 'a', ...changes }))).toEqual([true]);
  });

  test('outlives a change of everything, one after the other, or of all at once where the id is set', async () => {
    await buy(release({ slug: 'a' }));
    for (const changes of [{ text: 'second' }, { text: 'third', title: 'Another' }, another])
      expect(await mayRead(release({ slug: 'a', ...changes }))).toEqual([true]);
    await buy(release({ slug: 'b', id: 'set' }));
    expect(await mayRead(release({ slug: 'b', id: 'set', ...another }))).toEqual([true]);
  });

  test('outlives changes that follow one another while its buyer is away, for the wallet and the account', async () => {
    const [article] = release({ slug: 'a' });
    if (article) await addToAccount(store, 'k', { article, paidAt: clock.at });
    await buy(release({ slug: 'a' }));
    const formerly = { title: 'A study', description: 'What it says, in short.' };
    const [changed] = release({ slug: 'a', ...another, formerly });
    expect(changed && isOnAccount(await listAccountPurchases(shop, 'k'), changed)).toBe(true);
    expect(await mayRead(release({ slug: 'a', ...another, formerly }))).toEqual([true]);
  });

  test('ends a year after its payment, even if it was recorded again later', async () => {
    await buy(release({ slug: 'a' }));
    clock.at += yearMs - 1;
    expect(await mayRead(release({ slug: 'a', text: 'second' }))).toEqual([true]);
    clock.at += 1;
    expect(await mayRead(release({ slug: 'a', text: 'second' }))).toEqual([false]);
  });
});

describe('a purchase on an account', () => {
  test('ends a year after its payment, though the account buys more', async () => {
    const [first, second] = release({ slug: 'a' }, { slug: 'b', ...another });
    if (!first || !second) throw new Error('There are two articles.');
    await addToAccount(store, 'k', { article: first, paidAt: clock.at });
    clock.at += yearMs - 1;
    await addToAccount(store, 'k', { article: second, paidAt: clock.at });
    const areListed = async () => {
      const listed = await listAccountPurchases(shop, 'k');
      return [first, second].map((article) => isOnAccount(listed, article));
    };
    expect(await areListed()).toEqual([true, true]);
    clock.at += 1;
    expect(await areListed()).toEqual([false, true]);
  });
});

describe('a purchase that was recorded by slug', () => {
  test.each<[string, Written]>([
    ['no id', { slug: 'a' }],
    ['an id of its own', { slug: 'a', id: 'set' }],
    ['been renamed since, with an id', { slug: 'b', id: 'a' }],
  ])('opens its article when that has %s, and is recorded by id', async (_, written) => {
    await buyBySlug('a');
    expect(await mayRead(release(written))).toEqual([true]);
    expect(await mayRead(release({ slug: 'c', id: written.id ?? written.slug }))).toEqual([true]);
    expect(await mayRead(release({ slug: 'c', id: 'c' }))).toEqual([true]);
  });

  test('opens no article that came out at its slug after it', async () => {
    await buyBySlug('a');
    const date = new Date(start + 3 * dayMs).toISOString().slice(0, 10);
    expect(await mayRead(release({ slug: 'a', date }))).toEqual([false]);
    expect(await mayRead(release({ slug: 'a', id: 'set', date }))).toEqual([false]);
  });

  test('opens no article at a slug that is the id of another', async () => {
    await buyBySlug('a');
    expect(await mayRead(release({ slug: 'a', id: 'set' }, { slug: 'b', id: 'a', text: 'other' }))).toEqual([
      false,
      true,
    ]);
  });
});

describe('an account', () => {
  test('lists what was bought last, each article once, and no more than 500', async () => {
    expect(await listAccountPurchases(shop, 'k')).toEqual([]);
    clock.at = 1_000;
    const articles = release(...Array.from({ length: 502 }, (_, at) => ({ slug: `s${at}`, text: `text ${at}` })));
    for (const [paidAt, article] of articles.entries()) await addToAccount(store, 'k', { article, paidAt });
    for (const article of articles.slice(500, 501)) await addToAccount(store, 'k', { article, paidAt: 900 });
    const bought = (await listAccountPurchases(shop, 'k')).map(({ slug, paidAt }) => ({ slug, paidAt }));
    expect(bought).toHaveLength(500);
    expect(bought.slice(-2)).toEqual([
      { slug: 's501', paidAt: 501 },
      { slug: 's500', paidAt: 900 },
    ]);
    expect(bought[0]).toEqual({ slug: 's2', paidAt: 2 });
    expect(await listAccountPurchases(shop, 'other')).toEqual([]);
  });

  test('has what was bought with it by id, and by slug as it was listed before', async () => {
    const [article] = release({ slug: 'a' });
    if (article) await addToAccount(store, 'k', { article, paidAt: start });
    const bought = await listAccountPurchases(shop, 'k');
    const has = (written: Written[], listed = bought) => release(...written).map((one) => isOnAccount(listed, one));
    expect(
      has([
        { slug: 'b', id: 'a' },
        { slug: 'a', id: 'new', ...another },
      ]),
    ).toEqual([true, false]);
    expect(has([{ slug: 'b' }, { slug: 'a', ...another }])).toEqual([true, false]);
    expect(
      has(
        [
          { slug: 'a', id: 'set' },
          { slug: 'c', ...another },
        ],
        [{ slug: 'a', paidAt: start }],
      ),
    ).toEqual([true, false]);
  });
});
