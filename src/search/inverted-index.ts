import { Index } from 'flexsearch';
import type { IndexBlocks } from './index-file.ts';
import { settings } from './settings.ts';

const { slotFrequencies } = settings;
const options = { tokenize: 'strict', resolution: slotFrequencies.length } as const;
const blockPrefix = 'flexsearch:';

/**
 * FlexSearch as it is built. Its own encoder is not used, because it caches by the clock and two builds of the same text
 * differ: `encode` hands it the terms of an entry that were analysed before, `score` the slot of each.
 */
export function createIndexBuilder() {
  let added: ReadonlyMap<string, number> = new Map();
  let entries = 0;
  const index = new Index({
    ...options,
    encode: () => [...added.keys()],
    score: (_terms, term) => slotFrequencies.findIndex((least) => (added.get(term) ?? 0) >= least),
  });
  return {
    /** Adds the next entry: its distinct terms, and how often it has each, weighted by field. */
    add(terms: ReadonlyMap<string, number>): void {
      added = terms;
      // Any text that is not empty: what is taken from it is `added`.
      index.add(entries, String(entries));
      entries += 1;
    },
    /** What FlexSearch exports, as blocks of a file. */
    export: () =>
      exportChunks(index).map(([key, data]): [string, Uint8Array] => [blockPrefix + key, Buffer.from(data)]),
  };
}

/** All that FlexSearch exports, by its name. */
export function exportChunks(index: Index): [string, string][] {
  const chunks: [string, string][] = [];
  index.export((key, data) => {
    chunks.push([key, data]);
  });
  return chunks;
}

/** FlexSearch as it is opened, with what was exported: it is asked for one analysed term at a time. */
export function openInvertedIndex(blocks: IndexBlocks): Index {
  const index = new Index({ ...options, encode: (term) => [term] });
  for (const name of blocks.names) {
    if (name.startsWith(blockPrefix)) index.import(name.slice(blockPrefix.length), blocks.text(name));
  }
  return index;
}
