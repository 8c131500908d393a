import { type SizedBlocks, toBytes, toNumbers } from './index-file.ts';
import { createKeyWriter, isCorrectable, maxSpellingKeys, type Spelling } from './spelling.ts';

const numberBytes = 4;
/** More bytes than a line has: a stem is a few letters longer than its word at most. */
const longestLine = 128;

/**
 * Packs the spellings that slips may lead to, and where the line of each starts in the buckets of its keys.
 * @param words `lines` of a word list
 */
export function packSpellings(words: readonly string[]): [string, Uint8Array][] {
  const spellings = listSpellings(words);
  const keys = listKeys(spellings);
  const count = keys.all.length;
  const buckets = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, count))) - 1);
  /** Where each bucket starts, and the end of the last one. */
  const places = new Uint32Array(buckets + 1);
  // `key & mask` is key % buckets, because buckets is a power of two.
  const mask = buckets - 1;
  for (let at = 0; at < count; at += 1) {
    const bucket = (keys.all[at] ?? 0) & mask;
    places[bucket + 1] = (places[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket++) places[bucket] = (places[bucket] ?? 0) + (places[bucket - 1] ?? 0);
  const starts = new Uint32Array(count);
  const free = places.slice();
  const lines = spellings.map(({ word, term }) => `${word} ${term}\n`);
  let start = 0;
  let next = 0;
  for (const [at, line] of lines.entries()) {
    for (const end = keys.ends[at] ?? 0; next < end; next++) {
      const bucket = (keys.all[next] ?? 0) & mask;
      const place = free[bucket] ?? 0;
      free[bucket] = place + 1;
      starts[place] = start;
    }
    start += Buffer.byteLength(line);
  }
  return [
    ['spellings', Buffer.from(lines.join(''))],
    ['spellingBuckets', toBytes(places)],
    ['spellingStarts', toBytes(starts)],
  ];
}

/** The words that slips may lead to, sorted: as they are written and as their terms. */
function listSpellings(lines: readonly string[]): Spelling[] {
  const terms = new Map<string, string>();
  const written = new Map<string, string>();
  for (const line of lines) {
    const wordEnd = line.indexOf('\t');
    if (wordEnd === -1) continue;
    const termsEnd = line.indexOf('\t', wordEnd + 1);
    const own = termsEnd === -1 ? line.slice(wordEnd + 1) : line.slice(wordEnd + 1, termsEnd);
    for (const term of own.split(' ')) if (isCorrectable(term)) terms.set(term, term);
    const pairs = termsEnd === -1 ? [line.slice(0, wordEnd), own] : line.slice(termsEnd + 1).split(' ');
    for (let at = 0; at + 1 < pairs.length; at += 2) addWritten(pairs[at] ?? '', pairs[at + 1] ?? '');
  }
  // A term that is also a word stands for what that word is found by.
  for (const [word, term] of written) terms.set(word, term);
  return [...terms.keys()].sort().map((word) => ({ word, term: terms.get(word) ?? word }));

  /** A word of two languages may have two terms: always the same one, in whatever order they come. */
  function addWritten(word: string, term: string): void {
    const known = written.get(word);
    if (isCorrectable(word) && (known === undefined || term < known)) written.set(word, term);
  }
}

/**
 * Lists the keys of all spellings in sequence, and where those of each end. As sets, millions of them took gigabytes.
 */
function listKeys(spellings: readonly Spelling[]) {
  const all = new Uint32Array(spellings.reduce((sum, { word }) => sum + maxSpellingKeys(word), 0));
  const write = createKeyWriter(all);
  const ends = Uint32Array.from(spellings, ({ word }) => write(word));
  return { all: all.subarray(0, ends.at(-1) ?? 0), ends };
}

/** A block of more bytes is read where a word is looked up: those of a large library have sixty megabytes. */
const maxBytesInMemory = 4_000_000;

/**
 * Opens the output of `packSpellings`: returns the spellings listed under a key, and under other keys of its bucket.
 */
export function openSpellings({ read, sizeOf }: SizedBlocks): (key: number) => Iterable<Spelling> {
  const bucketCount = sizeOf('spellingBuckets') / numberBytes - 1;
  const readPlaces = openNumbers('spellingBuckets');
  const readStarts = openNumbers('spellingStarts');
  const readLines = openBlock('spellings');
  return (key) => {
    const bucket = (key >>> 0) % bucketCount;
    const [first, end] = readPlaces(bucket, bucket + 2);
    return Array.from(readStarts(first, end), (start) => {
      const [line = ''] = Buffer.from(readLines(start, start + longestLine))
        .toString('latin1')
        .split('\n', 1);
      const [word = '', term = ''] = line.split(' ');
      return { word, term };
    });
  };

  function openNumbers(name: string): (start?: number, end?: number) => Uint32Array {
    const readBytes = openBlock(name);
    return (start = 0, end = start) => toNumbers(readBytes(numberBytes * start, numberBytes * end));
  }

  function openBlock(name: string): (start: number, end: number) => Uint8Array {
    const all = sizeOf(name) > maxBytesInMemory ? undefined : read(name);
    return (start, end) => all?.subarray(start, end) ?? read(name, start, end);
  }
}
