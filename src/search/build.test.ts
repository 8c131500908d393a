import { Index } from 'flexsearch';
import { describe, expect, it } from 'vitest';
import { openAllTables } from '../../tests/support/index-tables.ts';
import { buildIndex } from './build.ts';
import type { Searchable } from './engine.ts';
import { countTerms, createEntryReader } from './entries.ts';
import { openIndex } from './flexsearch-engine.ts';
import { openBlocks } from './index-file.ts';
import { openLists, packLists, packPostings, splitByScore } from './inverted-index.ts';
import { settings } from './ranking-weights.ts';

const article: Searchable = {
  slug: 'moss',
  title: 'Moss on old roofs',
  description: 'Which moss grows where.',
  tags: ['plants'],
  authors: ['Ada Marlow'],
  questions: [],
  sections: [{ id: 'shade', heading: 'Shade', text: 'North faces stay wet and green.' }],
};

/** Opens blocks of lists. */
function openParts(parts: readonly [string, Uint8Array][]) {
  const blocks = new Map(parts);
  return openBlocks((name) => blocks.get(name) ?? new Uint8Array());
}

describe('buildIndex', () => {
  it('gives the same bytes for the same articles', async () => {
    const first = buildIndex([article]);
    // FlexSearch's own encoder forgets its cache after 50 ms, and then builds differently.
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(Buffer.compare(buildIndex([structuredClone(article)]), first)).toBe(0);
  });

  it('ships what FlexSearch exports, with the entries first that use a word most', () => {
    const sections = ['moss', 'moss, moss and moss', 'stone'].map((text, at) => ({ id: `s${at}`, heading: '', text }));
    const tables = openAllTables({ source: buildIndex([{ ...article, title: 'Walls', sections }]) });
    const entriesOf = (term: string) =>
      splitByScore(tables.readList(tables.numberOf(term) ?? -1)).flatMap((entries) => [...entries]);
    // Entry 0 is the head, whose description has the word once.
    expect(entriesOf('moss')).toEqual([2, 0, 1]);
    expect(entriesOf('stone')).toEqual([3]);
    expect(entriesOf('unknown')).toEqual([]);
  });

  it('packs the lists that FlexSearch makes when it adds the same terms', () => {
    const reader = createEntryReader();
    const entries = reader.read({
      ...article,
      sections: ['stone', 'moss moss wall', 'wall'.repeat(3), 'moss wall '.repeat(20), ''].map((text, at) => ({
        id: `s${at}`,
        heading: at % 2 === 0 ? 'Moss' : '',
        text,
      })),
    });
    const order = [...reader.terms.keys()];
    let added: string[] = [];
    let counts = new Uint32Array(order.length);
    const slotOf = (count: number) => settings.slotFrequencies.findIndex((least) => count >= least);
    const index = new Index({
      tokenize: 'strict',
      resolution: settings.slotFrequencies.length,
      encode: () => added,
      score: (_terms, term) => slotOf(counts[reader.terms.indexOf(term)] ?? 0),
    });
    for (const [number, entry] of entries.entries()) {
      counts = new Uint32Array(order.length);
      added = countTerms(entry, counts).map((term) => reader.terms[term] ?? '');
      index.add(number, 'any text');
    }
    const listOf = openLists(openParts(packPostings(entries, { reader, order })));
    const exported = openParts(packLists(index));
    const lengths = exported.numbers('lengths');
    let end = 0;
    for (const [at, term] of exported.text('listed').split('\n').entries()) {
      const start = end;
      end += lengths[at] ?? 0;
      expect(listOf(term, reader.terms.indexOf(term)), term).toEqual(exported.numbers('lists', start, end));
    }
    expect(end).toBeGreaterThan(10);
  });

  it('holds no word of another index that was built with the same reader', () => {
    const reader = createEntryReader();
    buildIndex([{ ...article, sections: [{ id: 'sold', heading: 'Sold', text: 'Only walruses know.' }] }], reader);
    expect(Buffer.compare(buildIndex([article], reader), buildIndex([article]))).toBe(0);
  });

  it('is refused with one clear sentence when another analyser built it', () => {
    const foreign = Buffer.from(buildIndex([article]));
    const { analyser } = JSON.parse(foreign.toString('utf8', 0, foreign.indexOf(10)));
    foreign.write('0'.repeat(analyser.length), foreign.indexOf(analyser));
    expect(() => openIndex(foreign)).toThrow(
      'The search index was built by another version of the analyser: build it again (npm run build).',
    );
  });
});
