import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { contentDigest } from '../../src/library/digest.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { createTestApp } from '../support/app.ts';
import { countTurns } from '../support/count-turns.ts';
import { makeArticle, makeLibrary, paidSentence } from '../support/library.ts';
import { testBase } from '../support/services.ts';

type World = Awaited<ReturnType<typeof createTestApp>>;
type Library = ReturnType<typeof makeLibrary>;
const Row = z.looseObject({ slug: z.string(), change: z.string().optional() });

async function open(library: Library, contentHash: string, store = createMemoryStore(Date.now)) {
  const { open: all, sold } = library;
  return createTestApp({ open: { ...all, contentHash }, sold: { ...sold, contentHash } }, { now: Date.now, store });
}

async function newKey({ app }: World): Promise<Record<string, string>> {
  const request = new Request(`${testBase}/api/v1/agent/subscribe`, { method: 'POST' });
  const { api_key } = await (await app.fetch(request, { requestId: 'r1' })).json();
  return { authorization: `Bearer ${api_key}` };
}

async function download({ app }: World, query = '', headers: Record<string, string> = {}) {
  const request = new Request(`${testBase}/api/v1/corpus${query}`, { headers });
  const response = await app.fetch(request, { requestId: 'r1' });
  const text = await response.text();
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text,
    next: new URL(next || testBase).search,
  };
}

const linesOf = (text: string) => text.split('\n').filter(Boolean);

/** What a client does with differences: by slug, put in or take out, in the order of the slugs. */
function apply(snapshot: string, differences: string): string {
  const rows = new Map(linesOf(snapshot).map((line) => [Row.parse(JSON.parse(line)).slug, line]));
  for (const line of linesOf(differences)) {
    const { slug, change } = Row.parse(JSON.parse(line));
    if (change === 'removed') rows.delete(slug);
    else rows.set(slug, line);
  }
  const slugs = [...rows.keys()].sort();
  return slugs.map((slug) => `${rows.get(slug)}\n`).join('');
}

/** A later release: a text and a record that changed, paid words that changed, one article more and one less. */
function edit({ open: all, sold }: Library): Library {
  const articles = all.articles
    .filter(({ slug }) => slug !== 'field-notes')
    .map((article) => (article.slug === 'open-letter' ? { ...article, title: 'Another title' } : article));
  const markdown = 'Quite other words were paid for here.';
  const paid = sold.articles.map((each) =>
    each.slug === 'paid-study'
      ? { ...each, body: { markdown, html: `<p>${markdown}</p>`, spans: [] }, textDigest: contentDigest(markdown) }
      : each,
  );
  const added = makeArticle({ slug: 'a-new-one', date: '2026-06-01' });
  return { open: { ...all, articles: [added, ...articles] }, sold: { ...sold, articles: paid } };
}

describe('the corpus', () => {
  it('of any size costs no more calls than a caller has in a minute', async () => {
    const articles = Array.from({ length: 700 }, (_, number) => makeArticle({ slug: `article-${number}` }));
    const { open: all, sold } = makeLibrary(testBase);
    const world = await createTestApp(
      { open: { ...all, articles }, sold: { ...sold, articles: [] } },
      { limits: { api: 5 } },
    );
    const first = await download(world);
    expect([first.status, linesOf(first.text).length]).toEqual([200, 700]);
    expect((await download(world)).status).toBe(429);
  });

  it('leaves a turn of the event loop to other requests between two articles', async () => {
    const world = await open(makeLibrary(testBase), 'one');
    const { turns, value } = await countTurns(() => download(world));
    const { length } = linesOf(value.text);
    expect(length).toBeGreaterThan(3);
    expect(turns).toBeGreaterThanOrEqual(length);
  });

  it('is an Article a line, in the order of the slugs, with its licence', async () => {
    const { status, type, text } = await download(await open(makeLibrary(testBase), 'one'));
    expect([status, type]).toEqual([200, 'application/x-ndjson']);
    const rows = linesOf(text).map((line) => Article.parse(JSON.parse(line)));
    expect(rows.map(({ slug }) => slug)).toEqual(['field-notes', 'open-letter', 'paid-study', 'paid-survey']);
    for (const { license } of rows) expect(license?.id).toBeTruthy();
  });

  it('has paid words only for a caller with a right to them', async () => {
    const world = await open(makeLibrary(testBase), 'one');
    const anonymous = await download(world);
    expect(anonymous.text).not.toContain(paidSentence);
    const keyed = await download(world, '', await newKey(world));
    expect(keyed.text).toContain(paidSentence);
    expect((await download(world, '', { authorization: 'Bearer quire_demo_wrong' })).status).toBe(401);
    // Whoever may not read them learns nothing from them: other words, the same bytes.
    const { open: all, sold } = edit(makeLibrary(testBase));
    const original = makeLibrary(testBase);
    const swapped = await download(await open({ open: original.open, sold }, 'one'));
    expect(swapped.text).toBe(anonymous.text);
    expect(all.articles.length).toBe(original.open.articles.length);
  });

  it.each(['a caller with a key', 'an anonymous caller'])(
    'and its differences are byte for byte a later corpus for %s',
    async (who) => {
      const store = createMemoryStore(Date.now);
      const before = await open(makeLibrary(testBase), 'one', store);
      const headers = who === 'a caller with a key' ? await newKey(before) : {};
      const snapshot = await download(before, '', headers);
      const after = await open(edit(makeLibrary(testBase)), 'two', store);
      const differences = await download(after, snapshot.next, headers);
      const later = await download(after, '', headers);
      expect(linesOf(differences.text)).toHaveLength(4);
      expect(apply(snapshot.text, differences.text)).toBe(later.text);
      expect(later.text).not.toBe(snapshot.text);
      expect((await download(after, differences.next, headers)).text).toBe('');
    },
  );

  it('continues after the last line of an interrupted download', async () => {
    const world = await open(makeLibrary(testBase), 'one');
    const { text } = await download(world);
    const rest = await download(world, '?after=open-letter');
    expect(`${linesOf(text).slice(0, 2).join('\n')}\n${rest.text}`).toBe(text);
  });

  it('counts each hundred lines as a call', async () => {
    const { open: all, sold } = makeLibrary(testBase);
    const many = Array.from({ length: 250 }, (_, index) => makeArticle({ slug: `article-${index}` }));
    const world = await open({ open: { ...all, articles: many }, sold: { ...sold, articles: [] } }, 'one');
    const remaining = async (path: string) => {
      const response = await world.app.fetch(new Request(testBase + path), { requestId: 'r1' });
      await response.text();
      return Number(response.headers.get('x-ratelimit-remaining'));
    };
    const before = await remaining('/api/v1/pricing');
    expect(await remaining('/api/v1/corpus')).toBe(before - 3);
  });

  it('says that a cursor of another journal is unknown', async () => {
    const { status, text } = await download(await open(makeLibrary(testBase), 'one'), '?since=00000000-7');
    expect(status).toBe(400);
    expect(text).toContain('new snapshot');
  });
});
