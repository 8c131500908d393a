import type { Slots } from './impact.ts';
import { varintReader, varintWriter } from './varints.ts';

const nothing: readonly number[] = [];

/** Packs posting lists: for each term the number of slots, for each slot the number of entries and the gaps between them. */
export function packPostings(lists: Iterable<Slots>): string {
  const { write, toBase64 } = varintWriter();
  for (const slots of lists) {
    write(slots.length);
    for (const entries of slots) {
      write(entries.length);
      let last = 0;
      for (const id of entries) {
        const entry = Number(id);
        write(entry - last);
        last = entry;
      }
    }
  }
  return toBase64();
}

/** The posting lists that `packPostings` packed, `count` of them. */
export function unpackPostings(packed: string, count: number): Slots[] {
  const read = varintReader(packed);
  return Array.from({ length: count }, () => Array.from({ length: read() }, () => readEntries(read)));
}

function readEntries(read: () => number): readonly number[] {
  const length = read();
  // Most slots are empty: one array serves them all.
  if (length === 0) return nothing;
  const entries = new Array<number>(length);
  let entry = 0;
  for (let at = 0; at < length; at++) {
    entry += read();
    entries[at] = entry;
  }
  return entries;
}
