import { inverseFrequency, type Slots } from './impact.ts';
import { settings } from './settings.ts';
import { createVarintReader, createVarintWriter } from './varints.ts';

const nothing: readonly number[] = [];

/**
 * Packs the posting lists of all terms. `postings`: for each term the number of slots that are not empty,
 * for each of those the gap to the last one, the number of entries and the gaps between them. `directory`: for each term the number of its articles and of its bytes in `postings`.
 * @param matches how many articles have each term, before weak entries are left out
 */
export function packPostings(lists: readonly Slots[], matches: readonly number[], entryCount: number) {
  const longest = Math.max(settings.longestList.entries, entryCount * settings.longestList.share);
  const postings = createVarintWriter();
  const directory = createVarintWriter();
  lists.forEach((list, term) => {
    const start = postings.length();
    const slots = strongest(list, longest);
    const filled = slots.flatMap((entries, slot) => (entries.length > 0 ? [{ slot, entries }] : []));
    postings.write(filled.length);
    let lastSlot = 0;
    for (const { slot, entries } of filled) {
      postings.write(slot - lastSlot);
      postings.write(entries.length);
      lastSlot = slot;
      let lastEntry = 0;
      for (const id of entries) {
        const entry = Number(id);
        postings.write(entry - lastEntry);
        lastEntry = entry;
      }
    }
    directory.write(matches[term] ?? 0);
    directory.write(postings.length() - start);
  });
  return { directory: directory.bytes(), postings: postings.bytes() };
}

/** A posting list up to the slot in which it gets long enough. */
function strongest(slots: Slots, longest: number): Slots {
  let entries = 0;
  const end = slots.findIndex(({ length }) => {
    entries += length;
    return entries >= longest;
  });
  return end < 0 ? slots : slots.slice(0, end + 1);
}

export interface PackedPostings {
  /** The weight of each term by its number. */
  idf: Float64Array;
  unpack(term: number): Slots;
}

/** Opens what `packPostings` packed; a list is unpacked only when asked for. */
export function openPostings(
  blocks: { directory: Uint8Array; postings: Uint8Array },
  counts: { terms: number; articles: number },
): PackedPostings {
  const directory = createVarintReader(blocks.directory);
  const idf = new Float64Array(counts.terms);
  const starts = new Float64Array(counts.terms);
  let start = 0;
  for (let term = 0; term < counts.terms; term++) {
    idf[term] = inverseFrequency(directory.read(), counts.articles);
    starts[term] = start;
    start += directory.read();
  }
  const { read, seek } = createVarintReader(blocks.postings);

  function readEntries(): readonly number[] {
    const length = read();
    const entries = new Array<number>(length);
    let entry = 0;
    for (let at = 0; at < length; at++) {
      entry += read();
      entries[at] = entry;
    }
    return entries;
  }

  return {
    idf,
    unpack(term) {
      seek(starts[term] ?? blocks.postings.length);
      const slots: (readonly number[])[] = [];
      for (let left = read(); left > 0; left--) {
        // Most slots are empty: one array serves them all.
        for (let gap = read() - (slots.length > 0 ? 1 : 0); gap > 0; gap--) slots.push(nothing);
        slots.push(readEntries());
      }
      return slots;
    },
  };
}
