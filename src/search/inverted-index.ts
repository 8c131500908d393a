import { Index } from 'flexsearch';
import type { IndexBlocks } from './index-file.ts';
import { settings } from './settings.ts';

const options = { tokenize: 'strict', resolution: settings.slotFrequencies.length } as const;
const blockPrefix = 'flexsearch:';

/**
 * FlexSearch as it is built. Its own encoder is not used, because it caches by the clock and two builds of the same text
 * differ: `encode` hands it the terms of an entry that were analysed before, `score` the slot of each.
 */
export function createIndexBuilder() {
  let added: { terms: string[]; slots: readonly number[] } = { terms: [], slots: [] };
  const index = new Index({
    ...options,
    encode: () => added.terms,
    score: (_terms, _term, at) => added.slots[at] ?? 0,
  });
  return {
    /** Adds an entry with its distinct terms and the slot of each. */
    add(entry: number, terms: string[], slots: readonly number[]): void {
      added = { terms, slots };
      // Any text that is not empty: what is taken from it is `added`.
      index.add(entry, String(entry));
    },
    /** What FlexSearch exports, as blocks of a file. */
    export(): [string, Uint8Array][] {
      const chunks: [string, Uint8Array][] = [];
      index.export((key, data) => {
        chunks.push([blockPrefix + key, Buffer.from(data)]);
      });
      return chunks;
    },
  };
}

/** FlexSearch as it is opened, with what was exported: it is asked for one analysed term at a time. */
export function openInvertedIndex(blocks: IndexBlocks): Index {
  const index = new Index({ ...options, encode: (term) => [term] });
  for (const [name, data] of blocks) {
    if (name.startsWith(blockPrefix)) index.import(name.slice(blockPrefix.length), Buffer.from(data).toString());
  }
  return index;
}
