import { Index } from 'flexsearch';
import type { IndexBlocks } from './index-file.ts';
import { settings } from './settings.ts';

const { slotFrequencies } = settings;
const options = { tokenize: 'strict', resolution: slotFrequencies.length } as const;
/** The slot of each frequency up to the highest that is told apart. */
const slotOf = Array.from({ length: slotFrequencies[0] + 1 }, (_, frequency) =>
  slotFrequencies.findIndex((least) => frequency >= least),
);
const blockPrefix = 'flexsearch:';

/**
 * FlexSearch as it is built. Its own encoder is not used, because it caches by the clock and two builds of the same text
 * differ: `encode` hands it the terms of an entry that were analysed before, `score` the slot of each.
 * @param terms by their numbers
 */
export function createIndexBuilder(terms: readonly string[]) {
  let added: string[] = [];
  let slots: number[] = [];
  let entries = 0;
  const index = new Index({ ...options, encode: () => added, score: (_terms, _term, at) => slots[at] ?? 0 });
  return {
    /** Adds the next entry: its distinct terms, and how often it has each, weighted by field. */
    add(frequencies: ReadonlyMap<number, number>): void {
      added = Array.from(frequencies.keys(), (number) => terms[number] ?? '');
      slots = Array.from(frequencies.values(), (frequency) => slotOf[Math.min(frequency, slotFrequencies[0])] ?? 0);
      // Any text that is not empty: what is taken from it is `added`.
      index.add(entries, String(entries));
      entries += 1;
    },
    export: () => exportBlocks(index),
  };
}

/** FlexSearch as it is opened, with what was exported: it is asked for one analysed term at a time. */
export function openInvertedIndex(blocks: IndexBlocks): Index {
  return importBlocks(blocks, new Index({ ...options, encode: (term) => [term] }));
}

/** What FlexSearch exports, as blocks of a file, but its register: only changing an index asks for that, and it is large. */
export function exportBlocks(index: Index): [string, Uint8Array][] {
  const blocks: [string, Uint8Array][] = [];
  index.export((key, data) => {
    if (!key.endsWith('.reg')) blocks.push([blockPrefix + key, Buffer.from(data)]);
  });
  return blocks;
}

/** Fills an index with what `exportBlocks` gave. */
export function importBlocks(blocks: IndexBlocks, index: Index): Index {
  for (const name of blocks.names) {
    if (name.startsWith(blockPrefix)) index.import(name.slice(blockPrefix.length), blocks.text(name));
  }
  return index;
}
