import { Index } from 'flexsearch';
import { countTerms, type Entry, type EntryReader } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { settings } from './ranking-weights.ts';
import { hashTexts } from './text-numbers.ts';

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
 * Packs the posting lists of some entries, and where each ends. FlexSearch's own `add` makes the same and takes ten
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
  const ends = new Uint32Array(order.length);
  let end = 0;
  for (const [at, term] of order.entries()) {
    const start = end;
    end += places[term] ?? 0;
    places[term] = start;
    ends[at] = end;
  }
  const lists = new Uint32Array(end);
  visit((term, posting) => {
    const at = places[term] ?? 0;
    lists[at] = posting;
    places[term] = at + 1;
  });
  return [
    ['listEnds', toBytes(ends)],
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

export type TermTable = ReturnType<typeof openTerms>;

/**
 * Opens a block of terms, a line each, which are found in its bytes: as keys of a map, those of a large library take
 * seconds to open, and ten times the memory.
 * @param count how many terms it has
 */
export function openTerms({ read }: Pick<IndexBlocks, 'read'>, { name, count }: { name: string; count: number }) {
  const { buffer, byteOffset, byteLength } = read(name);
  const lines = Buffer.from(buffer, byteOffset, byteLength);
  const ends = new Uint32Array(count);
  /** The number of the last term with a hash, plus 1. */
  const last = new Uint32Array(2 ** Math.ceil(Math.log2(count + 1)));
  /** The number of the term before with the same hash, plus 1; 0 when there is none. */
  const before = new Uint32Array(count);
  for (let number = 0, at = 0; number < count; number++, at++) {
    let hash = firstHash;
    for (; at < lines.length && lines[at] !== lineBreak; at++) hash = addToHash(hash, lines[at]);
    ends[number] = at;
    const place = hash & (last.length - 1);
    before[number] = last[place] ?? 0;
    last[place] = number + 1;
  }

  const isTerm = (number: number, bytes: Uint8Array) =>
    lines.compare(bytes, 0, bytes.length, startOf(ends, number), ends[number]) === 0;

  return {
    numberOf(term: string): number | undefined {
      const bytes = Buffer.from(term);
      let found = last[bytes.reduce(addToHash, firstHash) & (last.length - 1)] ?? 0;
      while (found > 0 && !isTerm(found - 1, bytes)) found = before[found - 1] ?? 0;
      return found === 0 ? undefined : found - 1;
    },
    text: (number: number) => lines.toString('utf8', startOf(ends, number), ends[number]),
  };
}

/** Packs terms in the order of their numbers, with a hash of each by which files of an index number the same ones. */
export function packTerms(terms: readonly string[]): [string, Uint8Array][] {
  return [
    ['terms', Buffer.from(terms.join('\n'))],
    ['termHashes', toBytes(hashTexts(terms))],
  ];
}

const lineBreak = 10;

/** Where a line of `openTerms` starts. */
function startOf(ends: Uint32Array, number: number): number {
  return number === 0 ? 0 : (ends[number - 1] ?? 0) + 1;
}

const firstHash = 0x811c9dc5;

/** FNV-1a. */
function addToHash(hash: number, byte = 0): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Where the list of a term is in the block `lists`. */
export class ListPlace {
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

/**
 * Lets FlexSearch look up the terms of `packLists` in their block.
 * @param terms the table of `listed`
 * @param handOut gives FlexSearch the list of a term, or what stands for it
 */
export function lookUpTerms<Handed>(
  index: Index,
  { numbers }: Pick<IndexBlocks, 'numbers'>,
  { terms, handOut }: { terms: TermTable; handOut: (place: ListPlace, number: number) => Handed },
): Index {
  const ends = numbers('lengths').slice();
  for (let number = 1; number < ends.length; number++) ends[number] = (ends[number] ?? 0) + (ends[number - 1] ?? 0);
  replaceMap(index, (term) => {
    const number = terms.numberOf(term);
    if (number === undefined) return undefined;
    return handOut(new ListPlace(ends[number - 1] ?? 0, ends[number] ?? 0), number);
  });
  return index;
}

function replaceMap<Handed>(index: Index, get: (term: string) => Handed | undefined): void {
  // FlexSearch reads nothing else of its map; its type does not name it.
  Reflect.set(index, 'map', { get });
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

/** FlexSearch gives it for a known term. An empty list would be an unknown one. */
class FoundTerm {
  readonly length = 1;
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/**
 * Looks up one analysed term in FlexSearch at a time.
 * @param numberOf stands for its map
 * @returns gives the number of a term; undefined for an unknown one
 */
export function openInvertedIndex(
  numberOf: (term: string) => number | undefined,
): (term: string) => number | undefined {
  const index = new Index({ ...options, encode: (term: string) => [term] });
  replaceMap(index, (term) => {
    const number = numberOf(term);
    return number === undefined ? undefined : new FoundTerm(number);
  });
  return (term) => {
    const found: unknown = index.search(term, { resolve: false }).result;
    return found instanceof FoundTerm ? found.number : undefined;
  };
}

/** Reads the list of a term, which a file knows by its text and by its number. See `toPosting`. */
export type ReadList = (term: string, number: number) => Uint32Array;

/** Opens the lists of `packPostings`. */
export function openLists({ numbers }: Pick<IndexBlocks, 'numbers'>): ReadList {
  const ends = numbers('listEnds');
  return (_, number) => {
    const list = numbers('lists', ends[number - 1] ?? 0, ends[number]);
    // Node.js cuts small buffers from one of 8 KB, which the list would retain.
    return list.byteLength < list.buffer.byteLength ? list.slice() : list;
  };
}

/** The terms of `packLists`. */
export function openListed(blocks: Pick<IndexBlocks, 'read' | 'numbers'>): TermTable {
  return openTerms(blocks, { name: 'listed', count: blocks.numbers('lengths').length });
}
