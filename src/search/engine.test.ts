import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildIndex } from './build.ts';
import type { Searchable, SearchEngine, SearchQuery } from './engine.ts';
import { loadIndex } from './flexsearch-engine.ts';
import { buildSqliteIndex, loadSqliteIndex } from './sqlite-engine.ts';

const articles: Searchable[] = [
  {
    slug: 'tides',
    title: 'Tides in shallow seas',
    description: 'How the moon moves coastal water.',
    tier: 'free',
    date: '2026-01-10',
    tags: ['ocean'],
    authors: ['Ada Marlow'],
    sections: [
      { id: null, heading: '', text: 'Water near the coast rises twice a day.' },
      {
        id: 'friction',
        heading: 'Bottom friction',
        text: 'Waves lose speed over sand. Friction at the sea bed delays the tidal wave. Harbours feel it most.',
      },
    ],
  },
  {
    slug: 'glaciers',
    title: 'Glaciers and their sound',
    description: 'Listening to melting ice.',
    tier: 'paid',
    date: '2026-03-02',
    tags: ['ice', 'ocean'],
    authors: ['Ben Okri'],
    sections: [{ id: 'bubbles', heading: 'Bubbles', text: 'Air bubbles in melting ice crackle in sea water.' }],
  },
  {
    slug: 'bees',
    title: 'Honey bees at night',
    description: 'Sleep in the hive.',
    tier: 'free',
    date: '2026-05-20',
    tags: ['insects'],
    authors: ['Ada Marlow'],
    sections: [{ id: 'sleep', heading: 'Sleep', text: 'Foragers sleep deeper than nurses. Ice cools no hive.' }],
  },
];

const engines: [string, (given: readonly Searchable[]) => SearchEngine][] = [
  ['FlexSearch', (given) => loadIndex(buildIndex(given))],
  [
    'SQLite FTS5',
    (given) => {
      const path = join(mkdtempSync(join(tmpdir(), 'quire-search-')), 'index.sqlite');
      buildSqliteIndex(given, path);
      return loadSqliteIndex(path);
    },
  ],
];

describe.each(engines)('%s engine', (_name, open) => {
  const engine = open(articles);

  function search(text: string, more: Partial<SearchQuery> = {}) {
    return engine.search({ text, limit: 10, isVisible: () => true, ...more });
  }

  function slugs(text: string, more: Partial<SearchQuery> = {}): string[] {
    return search(text, more).map(({ slug }) => slug);
  }

  it('answers with the best section, its anchor and the sentence that matches', () => {
    expect(search('How does friction delay tides?')[0]).toMatchObject({
      slug: 'tides',
      sectionId: 'friction',
      heading: 'Bottom friction',
      snippet: 'Friction at the sea bed delays the tidal wave.',
    });
  });

  it('finds an article by its title, its tag and its author', () => {
    expect(slugs('sound of glaciers')[0]).toBe('glaciers');
    expect(slugs('insects')).toEqual(['bees']);
    expect(slugs('Okri')).toEqual(['glaciers']);
  });

  it('lists each article once, best first, with scores from 0 to 100 that never rise', () => {
    const hits = search('melting ice in sea water');
    expect(hits.map(({ slug }) => slug)).toEqual(['glaciers', 'tides', 'bees']);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) expect(score).toBeGreaterThan(0);
    for (const score of scores) expect(score).toBeLessThanOrEqual(100);
  });

  it('gives as many hits as asked for', () => {
    expect(slugs('sea ice water', { limit: 1 })).toEqual(slugs('sea ice water').slice(0, 1));
    expect(search('sea ice water', { limit: 0 })).toEqual([]);
  });

  it('filters by tier, tag, author and dates', () => {
    expect(slugs('ice', { tier: 'free' })).toEqual(['bees']);
    expect(slugs('water', { tag: 'ice' })).toEqual(['glaciers']);
    expect(slugs('sleep water', { author: 'Ada Marlow' }).sort()).toEqual(['bees', 'tides']);
    expect(slugs('ice water', { from: '2026-03-02', until: '2026-03-02' })).toEqual(['glaciers']);
    expect(slugs('ice water', { from: '2026-03-03' })).toEqual(['bees']);
  });

  it('keeps withheld articles out, and does not admit to words that only they have', () => {
    const isVisible = (slug: string) => slug !== 'glaciers';
    expect(slugs('melting ice', { isVisible })).toEqual(['bees']);
    expect(search('bubbles', { isVisible })).toEqual([]);
    expect(engine.related('tides', 5, isVisible)).not.toContain('glaciers');
  });

  it('reads a misspelt word as its nearest neighbour', () => {
    expect(slugs('glacers')).toEqual(['glaciers']);
    expect(slugs('frcition')[0]).toBe('tides');
  });

  it('answers nothing to a question without a known word', () => {
    for (const text of ['', '   ', 'the of and', 'xylophone quartets', '🐝🐝', '\u0000\u0007', '"*" OR (']) {
      expect(search(text)).toEqual([]);
    }
  });

  it('answers any text quickly', () => {
    const long = ['ice '.repeat(2_500), 'x'.repeat(10_000), 'é'.repeat(50_000), '-'.repeat(10_000), '🧊'.repeat(5_000)];
    const words = Array.from({ length: 5_000 }, (_, at) => `w${at.toString(36)}ord`).join(' ');
    for (const text of [...long, words, '海の氷 ice', 'мороз', 'ice\u0000\u202e', "ice'; DROP TABLE entry; --"]) {
      const start = performance.now();
      search(text);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
    expect(slugs('海の氷 ice')[0]).toBe('glaciers');
  });

  it('relates an article to those that share its words, and never to itself', () => {
    expect(engine.related('tides', 1, () => true)).toEqual(['glaciers']);
    expect(engine.related('unknown', 3, () => true)).toEqual([]);
  });

  it('serves an empty collection', () => {
    expect(open([]).search({ text: 'ice', limit: 3, isVisible: () => true })).toEqual([]);
  });
});
