import { Index } from 'flexsearch';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { buildIndex, listPostings } from './build.ts';
import type { Searchable } from './engine.ts';
import { createFieldReader } from './entries.ts';
import { loadIndex } from './flexsearch-engine.ts';
import { impactOf, slotOf } from './impact.ts';
import { settings } from './settings.ts';

const article: Searchable = {
  slug: 'moss',
  title: 'Moss on old roofs',
  description: 'Which moss grows where.',
  tier: 'free',
  date: '2026-02-01',
  tags: ['plants'],
  authors: ['Ada Marlow'],
  sections: [{ id: 'shade', heading: 'Shade', text: 'North faces stay wet and green.' }],
};

describe('buildIndex', () => {
  it('gives the same bytes for the same articles', async () => {
    const first = buildIndex([article]);
    // FlexSearch's own encoder forgets its cache after 50 ms, and then builds differently.
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(Buffer.compare(buildIndex([structuredClone(article)]), first)).toBe(0);
  });

  it('makes the posting lists that FlexSearch makes when it adds the same texts', () => {
    const texts = ['north faces stay wet', 'wet stones, wet roofs, wet moss', 'south faces dry, stones dry'];
    const reader = createFieldReader();
    const made = listPostings(
      texts.map((text) =>
        reader.read({ ...article, title: '', description: text, tags: [], authors: [], sections: [] }),
      ),
      reader.terms,
    );

    const words = texts.map(analyse);
    const average = words.flat().length / texts.length;
    let entry = 0;
    const index = new Index({
      tokenize: 'strict',
      resolution: settings.slots,
      encode: (text) => [...new Set(analyse(text))],
      score: (_terms, term) => {
        const all = words[entry] ?? [];
        return slotOf(impactOf(all.filter((word) => word === term).length, all.length / average));
      },
    });
    for (; entry < texts.length; entry++) index.add(entry, texts[entry] ?? '');
    const exported = new Map<string, unknown>();
    index.export((key, data) => exported.set(key, data));
    const lists = [...JSON.parse(String(exported.get('1.map') ?? exported.get('map')))];
    const added = lists
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([term, slots]) => [term, slots.map((s: unknown) => s ?? [])]);
    expect(made.terms.map((term, at) => [term, made.lists[at]])).toEqual(added);
  });

  it('names the content it was built from', () => {
    const hashes = [article, { ...article, description: 'Something else.' }].map(
      (given) => headerOf(given).contentHash,
    );
    expect(hashes[0]).toMatch(/^sha-256=[0-9a-f]{64}$/);
    expect(hashes[1]).not.toBe(hashes[0]);
  });

  it('is refused with one clear sentence when another analyser built it', () => {
    const { analyser } = headerOf(article);
    const foreign = Buffer.from(buildIndex([article]));
    foreign.write('0'.repeat(analyser.length), foreign.indexOf(analyser));
    expect(() => loadIndex(foreign)).toThrow(
      'The search index was built by another version of the analyser: build it again (npm run build).',
    );
  });

  function headerOf(given: Searchable): { analyser: string; contentHash: string } {
    const bytes = Buffer.from(buildIndex([given]));
    return JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(10)));
  }
});
