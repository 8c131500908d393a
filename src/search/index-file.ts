import { contentDigest } from '../library/digest.ts';
import { findGrammar, loadAllGrammars } from '../words/grammars.ts';
import { analyse } from './analyse.ts';
import { settings } from './ranking-weights.ts';
import { sentenceKinds } from './sentences.ts';

// Every index passes through here, and one may have articles in any language.
await loadAllGrammars();

/** The bytes of an index, or what reads so many of them as far as there are any. */
export type IndexSource = Uint8Array | ((start: number, length: number) => Uint8Array);

interface Header {
  /** BCP 47, the index's own first, then those of its other articles. */
  languages: readonly string[];
  /** The value of `analyserHash` at build time. */
  analyser: string;
  /** Name and bytes of each block, in the order they follow. */
  blocks: [name: string, bytes: number][];
}

const format = 'quire-search-16';
const probe = `Don't re-heat Müller's IL-10 or TNF-α: which running studies' organisations (H3K4me3) generalised 北京大学データ in RateLimit, 31,742, 31.742 or 62.4 %?`;

/**
 * `sha256:<hex>` of the format and of everything that decides which terms and slots a text gets: an index is only good
 * with its own.
 */
function analyserHash(languages: readonly string[]): string {
  const name = languages.join();
  const known = analyserHashes.get(name) ?? hashAnalysers(languages);
  analyserHashes.set(name, known);
  return known;
}

/** Hashes by the tags of the languages: a merge opens hundreds of indexes. */
const analyserHashes = new Map<string, string>();

function hashAnalysers(languages: readonly string[]): string {
  const analysers = languages.map((language) => [[...findGrammar(language).stopWords], analyse(probe, language)]);
  const given = JSON.stringify([format, settings, sentenceKinds, analysers]);
  return contentDigest(given);
}

/** @throws Error when the index was built by another analyser or with other weights. */
function refuseForeign({ analyser, languages }: Omit<Header, 'blocks'>): void {
  if (analyser === analyserHash(languages)) return;
  throw new Error('The search index was built by another version of the analyser: build it again (npm run build).');
}

/** A block that is never in memory as a whole. */
export interface LongBlock {
  /** In bytes. */
  length: number;
  pieces(): Iterable<Uint8Array>;
}

export type NamedBlocks = ReadonlyMap<string, Uint8Array | LongBlock>;

/** The file of an index in pieces: one line of JSON that says what follows, then the blocks. */
export function* encodeIndex(blocks: NamedBlocks, languages: readonly string[]): Generator<Uint8Array> {
  const header: Header = {
    languages,
    analyser: analyserHash(languages),
    blocks: [...blocks].map(([name, { length }]) => [name, length]),
  };
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  for (const block of blocks.values()) {
    if (block instanceof Uint8Array) yield block;
    else yield* block.pieces();
  }
}

export type IndexBlocks = ReturnType<typeof openBlocks>;
export type SizedBlocks = ReturnType<typeof decodeIndex>;

/**
 * Finds the blocks in the bytes of `encodeIndex`; none is read before it is asked for.
 * @throws Error when another version of the analyser built the index, SyntaxError when it is none
 */
export function decodeIndex(given: IndexSource) {
  const source =
    typeof given === 'function' ? given : (start: number, length: number) => given.subarray(start, start + length);
  const [line = ''] = Buffer.from(source(0, 65_536)).toString('latin1').split('\n', 1);
  const header: Header = JSON.parse(line);
  refuseForeign(header);
  const places = new Map<string, { at: number; length: number }>();
  let at = line.length + 1;
  for (const [name, length] of header.blocks) {
    places.set(name, { at, length });
    at += length;
  }
  function openPart(name: string, start = 0, end = Number.POSITIVE_INFINITY) {
    const { at, length } = places.get(name) ?? { at: 0, length: 0 };
    return source(at + start, Math.max(0, Math.min(end, length) - start));
  }
  const sizeOf = (name: string) => places.get(name)?.length ?? 0;
  return { languages: header.languages, sizeOf, ...openBlocks(openPart) };
}

/**
 * @param read returns some bytes of a block, or all of it; empty when the block is missing. It may read them again each
 *   time.
 */
export function openBlocks(read: (name: string, start?: number, end?: number) => Uint8Array) {
  return {
    read,
    text: (name: string) => new TextDecoder().decode(read(name)),
    /** The same of a block of `toBytes`. */
    numbers(name: string, start = 0, end?: number): Uint32Array {
      return toNumbers(read(name, start * 4, end === undefined ? undefined : end * 4));
    },
  };
}

/**
 * A block of numbers, four bytes each; little end first, as every machine has it that Node runs on. It shares the
 * memory of typed numbers.
 */
export function toBytes(numbers: ArrayLike<number>): Uint8Array {
  const list = numbers instanceof Uint32Array ? numbers : Uint32Array.from(numbers);
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}

/** The numbers of `toBytes`, whose bytes need not begin at a multiple of four. */
export function toNumbers(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** Collects the numbers of a block; an array of millions of them would be twice as large. */
export function createNumbers() {
  let numbers = new Uint32Array(1_024);
  let length = 0;
  return {
    length: () => length,
    add(added: ArrayLike<number>): void {
      if (length + added.length > numbers.length) {
        const larger = new Uint32Array(2 * (length + added.length));
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(added, length);
      length += added.length;
    },
    bytes: () => new Uint8Array(numbers.buffer, 0, length * 4),
  };
}

/** Lines that are turned into bytes at once: a buffer for each of a million lines would be larger than the lines. */
const linesAtOnce = 1_000;

/** Blocks of so many lines of JSON and of where each ends, for `openLines`. */
export function packLines(name: string, values: readonly unknown[]): [string, Uint8Array][] {
  const ends = new Uint32Array(values.length);
  const pieces: Buffer[] = [];
  let end = 0;
  for (let at = 0; at < values.length; at += linesAtOnce) {
    const lines = values.slice(at, at + linesAtOnce).map((value) => `${JSON.stringify(value)}\n`);
    for (const [number, line] of lines.entries()) {
      end += Buffer.byteLength(line);
      ends[at + number] = end;
    }
    pieces.push(Buffer.from(lines.join('')));
  }
  return [
    [name, Buffer.concat(pieces)],
    [nameLineEnds(name), toBytes(ends)],
  ];
}

/** Name of the block that has the end of each line of another, after its line break. */
export function nameLineEnds(name: string): string {
  return `${name}Ends`;
}

/** Parsed lines to remember of each block: some hundred bytes each. */
const cachedLines = 5_000;

/** Opens blocks of `packLines`: each line is read where it lies when it is asked for, and some are remembered. */
export function openLines<Value>({ read, numbers }: IndexBlocks, name: string): (number: number) => Value {
  const ends = numbers(nameLineEnds(name));
  return createMemo({
    max: cachedLines,
    make: (number): Value => JSON.parse(Buffer.from(read(name, ends[number - 1] ?? 0, ends[number])).toString()),
  });
}

/**
 * Remembers what was made for each number, and forgets all of it when it is full: in a search, an LRU cache took a
 * tenth of the time.
 * @param about.max size of all values together
 * @param about.sizeOf size of one; 1 by default
 */
export function createMemo<Value>(about: {
  max: number;
  make: (number: number) => Value;
  sizeOf?: (value: Value) => number;
}): (number: number) => Value {
  const { max, make, sizeOf = () => 1 } = about;
  const values = new Map<number, Value>();
  let size = 0;
  return (number) => {
    const known = values.get(number);
    if (known !== undefined) return known;
    const made = make(number);
    if (size > max) {
      values.clear();
      size = 0;
    }
    size += sizeOf(made);
    values.set(number, made);
    return made;
  };
}
