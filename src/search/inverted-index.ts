import { Index } from 'flexsearch';
import { countTerms, type Entry, type EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { settings } from './ranking-weights.ts';

const { slotFrequencies } = settings;
const options = { tokenize: 'strict', resolution: slotFrequencies.length } as const;
/** The slot of each frequency, up to the highest that has its own. */
const slotOf = Array.from({ length: slotFrequencies[0] + 1 }, (_, frequency) =>
  slotFrequencies.findIndex((least) => frequency >= least),
);

const slotBits = 4;
const slotMask = (1 << slotBits) - 1;

/**
 * A list has a number for each of its entries, made of the entry's own and its slot. They are in order, so the sections
 * of an article are together, and are found without reading the rest.
 */
export function toPosting(entry: number, slot = 0): number {
  return (entry << slotBits) + slot;
}

export function entryOf(posting: number): number {
  return posting >>> slotBits;
}

/** How often the entry has the term, weighted by field; what lies between two slots counts as the lower one. */
export function frequencyOf(posting: number): number {
  return slotFrequencies[posting & slotMask] ?? 0;
}

/**
 * Packs the posting lists of some entries as `packLists` would pack them after FlexSearch's own `add`, which takes ten
 * times as long: it looks up each word in a map of its own.
 * @param order the reader's terms that the entries have, in the order of the lists
 */
export function packPostings(
  entries: readonly Entry[],
  { reader, order }: { reader: Pick<EntryReader, 'terms'>; order: readonly number[] },
): [string, Uint8Array][] {
  const counts = new Uint32Array(reader.terms.length);
  /** How many entries each term has; then where the next of them goes. */
  const places = new Uint32Array(reader.terms.length);
  visit((term) => {
    places[term] = (places[term] ?? 0) + 1;
  });
  const lengths = order.map((term) => places[term] ?? 0);
  let end = 0;
  for (const [at, term] of order.entries()) {
    places[term] = end;
    end += lengths[at] ?? 0;
  }
  const lists = new Uint32Array(end);
  visit((term, posting) => {
    const at = places[term] ?? 0;
    lists[at] = posting;
    places[term] = at + 1;
  });
  return [
    ['listed', Buffer.from(order.map((term) => reader.terms[term]).join('\n'))],
    ['lengths', toBytes(lengths)],
    ['lists', toBytes(lists)],
  ];

  function visit(see: (term: number, posting: number) => void): void {
    for (const [number, entry] of entries.entries()) {
      for (const term of countTerms(entry, counts)) {
        const slot = slotOf[Math.min(counts[term] ?? 0, slotFrequencies[0])] ?? 0;
        counts[term] = 0;
        see(term, toPosting(number, slot));
      }
    }
  }
}

/**
 * Returns the lists of FlexSearch as numbers, without its register, which is large and only needed to change an index.
 * They are those of its export, which is one JSON text: of 100,000 articles, several times the memory of the lists.
 */
export function packLists(index: Index): [string, Uint8Array][] {
  const terms: string[] = [];
  const lengths: number[] = [];
  const parts: Uint8Array[] = [];
  /** The entry numbers of each term by slot, the strongest slot first; an empty slot may be absent. */
  const lists: ReadonlyMap<string, (number[] | undefined)[]> = Reflect.get(index, 'map');
  for (const [term, slots] of lists) {
    const list = Uint32Array.from(
      slots.flatMap((entries, slot) => entries?.map((entry) => toPosting(entry, slot)) ?? []),
    );
    terms.push(term);
    lengths.push(list.length);
    parts.push(toBytes(list.sort()));
  }
  return [
    ['listed', Buffer.from(terms.join('\n'))],
    ['lengths', toBytes(lengths)],
    ['lists', Buffer.concat(parts)],
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

/** Fills an index with the terms of `packLists` and what FlexSearch hands out for each. */
export function fillIndex(index: Index, terms: Iterable<[string, unknown]>): Index {
  const exported = Array.from(terms);
  // It takes lists as well as the text of them; its type does not say so.
  Reflect.apply(index.import, index, ['1.map', exported]);
  return index;
}

/** The numbers of entries in a list by slot, the strongest first, as FlexSearch has them. */
export function splitByScore(list: Uint32Array): number[][] {
  const slots = slotFrequencies.map((): number[] => []);
  for (const posting of list) slots[posting - toPosting(entryOf(posting))]?.push(entryOf(posting));
  return slots;
}

/** Whether a list has an entry. */
export function hasEntry(list: Uint32Array, entry: number): boolean {
  const posting = list[findPlace(list, entry)];
  return posting !== undefined && entryOf(posting) === entry;
}

/**
 * The place in a list of an entry or, if it has none, of the next one; without a branch, which could not be predicted.
 */
export function findPlace(list: Uint32Array, entry: number): number {
  const least = toPosting(entry);
  let place = 0;
  for (let length = list.length; length > 0; ) {
    const half = (length + 1) >> 1;
    // All ones if the last posting of this half is before the entry.
    const isBefore = ((list[place + half - 1] ?? 0) - least) >> 31;
    place += half & isBefore;
    length -= half;
  }
  return place;
}

/**
 * Looks up one analysed term in FlexSearch at a time, which hands out the place of its list in the file.
 * @returns reads the list of a term, see `toPosting`; empty for an unknown term
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
