import { Index } from 'flexsearch';
import { countTerms, type Entry, type EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { settings } from './ranking-weights.ts';

const { slotFrequencies } = settings;
const slots = slotFrequencies.length;
const options = { tokenize: 'strict', resolution: slots } as const;
/** The slot of each frequency, up to the highest that has its own. */
const slotOf = Array.from({ length: slotFrequencies[0] + 1 }, (_, frequency) =>
  slotFrequencies.findIndex((least) => frequency >= least),
);
/**
 * Packs the posting lists of some entries as `packLists` would pack them after FlexSearch's own `add`, which takes ten times as long: it
 * looks up each word in a map of its own.
 * @param order the reader's terms that the entries have, in the order of the lists
 */
export function packPostings(
  entries: readonly Entry[],
  { reader, order }: { reader: Pick<EntryReader, 'terms'>; order: readonly number[] },
): [string, Uint8Array][] {
  const counts = new Uint32Array(reader.terms.length);
  /** How many entries each term has in each slot; then where the next of them goes. */
  const places = new Uint32Array(reader.terms.length * slots);
  visit((place) => {
    places[place] = (places[place] ?? 0) + 1;
  });
  const sizes = order.map((term) => {
    const own = places.subarray(term * slots, (term + 1) * slots);
    return { own, used: own.findLastIndex((size) => size > 0) + 1 };
  });
  const lengths = sizes.map(({ own, used }) => own.reduce((sum, size) => sum + size, used));
  const lists = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const { own, used } of sizes) {
    for (let slot = 0; slot < used; slot += 1) {
      const size = own[slot] ?? 0;
      lists[end] = size;
      own[slot] = end + 1;
      end += 1 + size;
    }
  }
  visit((place, entry) => {
    const at = places[place] ?? 0;
    lists[at] = entry;
    places[place] = at + 1;
  });
  return [
    ['listed', Buffer.from(order.map((term) => reader.terms[term]).join('\n'))],
    ['lengths', toBytes(lengths)],
    ['lists', toBytes(lists)],
  ];

  function visit(see: (place: number, entry: number) => void): void {
    for (const [number, entry] of entries.entries()) {
      for (const term of countTerms(entry, counts)) {
        const slot = slotOf[Math.min(counts[term] ?? 0, slotFrequencies[0])] ?? 0;
        counts[term] = 0;
        see(term * slots + slot, number);
      }
    }
  }
}

/**
 * Returns the export of FlexSearch as numbers, without its register, which is large and only needed to change an index.
 */
export function packLists(index: Index): [string, Uint8Array][] {
  /** The entry numbers of each term by slot, the strongest slot first, and null for an empty slot. */
  const lists: [term: string, slots: (number[] | null)[]][] = [];
  index.export((key, text) => {
    const found: typeof lists = key.endsWith('.map') ? JSON.parse(text) : [];
    for (const list of found) lists.push(list);
  });
  const numbers = lists.map(([, slots]) => slots.flatMap((entries) => [entries?.length ?? 0, ...(entries ?? [])]));
  return [
    ['listed', Buffer.from(lists.map(([term]) => term).join('\n'))],
    ['lengths', toBytes(numbers.map(({ length }) => length))],
    ['lists', toBytes(numbers.flat())],
  ];
}

/** Where the list of a term is in the block `lists`. */
class ListPlace {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  /** FlexSearch takes an empty list for an unknown term. */
  get length(): number {
    return this.end - this.start;
  }
}

/** The terms of `packLists` with the places of their lists. */
export function* placesOf({ text, numbers }: Pick<IndexBlocks, 'text' | 'numbers'>): Generator<[string, ListPlace]> {
  const lengths = numbers('lengths');
  let end = 0;
  for (const [at, term] of text('listed').split('\n').entries()) {
    const start = end;
    end += lengths[at] ?? 0;
    yield [term, new ListPlace(start, end)];
  }
}

/** The terms of `packLists` with their lists, one after the other. */
export function* listsOf(blocks: Pick<IndexBlocks, 'text' | 'numbers'>): Generator<[string, Uint32Array]> {
  const lists = blocks.numbers('lists');
  for (const [term, { start, end }] of placesOf(blocks)) yield [term, lists.subarray(start, end)];
}

/** Fills an index with the terms of `packLists` and what FlexSearch hands out for each. */
export function fillIndex(index: Index, terms: Iterable<[string, unknown]>): Index {
  const exported = Array.from(terms);
  // It takes lists as well as the text of them; its type does not say so.
  Reflect.apply(index.import, index, ['1.map', exported]);
  return index;
}

/** The numbers of entries in a list by slot, the strongest first. */
export function splitByScore(list: Uint32Array): Uint32Array[] {
  const slots: Uint32Array[] = [];
  for (let at = 1; at <= list.length; at += 1 + (list[at - 1] ?? 0))
    slots.push(list.subarray(at, at + (list[at - 1] ?? 0)));
  return slots;
}

/** Whether a list has one of some entries; the numbers of a slot are in order. */
export function hasEntry(list: Uint32Array, entries: readonly number[]): boolean {
  return splitByScore(list).some((slot) => entries.some((entry) => slot[findPlace(slot, entry)] === entry));
}

/** The place of the first number in an ordered list that is not smaller. */
function findPlace(numbers: Uint32Array, number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Looks up one analysed term in FlexSearch at a time, which hands out the place of its list in the file.
 * @returns reads the list of a term, each slot as the number of its entries and then the entries; empty for an unknown term
 */
export function openInvertedIndex(blocks: IndexBlocks): (term: string) => Uint32Array {
  const index = fillIndex(new Index({ ...options, encode: (term) => [term] }), placesOf(blocks));
  return (term) => {
    const place: unknown = index.search(term, { resolve: false }).result;
    if (!(place instanceof ListPlace)) return new Uint32Array();
    const list = blocks.numbers('lists', place.start, place.end);
    // Node.js cuts small buffers from one of 8 KB, which the list would retain.
    return list.byteLength < list.buffer.byteLength ? list.slice() : list;
  };
}
