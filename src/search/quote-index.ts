import { type FoldedWord, foldText, listFoldedWords } from './folded-text.ts';
import { finishHash } from './text-numbers.ts';

export type QuoteIndex = ReturnType<typeof openQuoteIndex>;

/** Runs of a long quote that are looked up, evenly over it. */
const maxRuns = 64;
/** A run in more articles than this says nothing. */
const maxArticles = 2_000;
/**
 * The share of its runs that an article has when it may be the one: one changed word takes three runs. One alone may be
 * of another bucket.
 */
const minShare = 0.2;
const minVotes = 2;
const maxResults = 5;
/**
 * Buckets for each run of the longest article: of a file with few articles, one would otherwise share most runs of any
 * quote by chance.
 */
const minBuckets = 32;
/** So many take four megabytes; a book has fewer runs. */
const maxSpread = 1 << 20;
const numberBytes = 4;
const headBytes = 2 * numberBytes;

/** A bucket of a run of three words, of 32 bits (FNV-1a over UTF-16 units, then the finish of MurmurHash3). */
function hashRun(words: readonly FoldedWord[], at: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + 3; index += 1) {
    const word = words[index]?.word ?? '';
    for (let unit = 0; unit < word.length; unit += 1) hash = Math.imul(hash ^ word.charCodeAt(unit), 0x01000193);
    hash = Math.imul(hash ^ 0x20, 0x01000193);
  }
  return finishHash(hash);
}

/**
 * Lists the buckets of the runs in the versions of a text, each once, in their order. Of another version it reads only
 * what it does not share with the present one at its beginning and end: most of it was read already.
 */
export function listRuns(present: string, earlier: readonly string[] = []): Uint32Array {
  const lists = [present, ...earlier.map((text) => cutDifferent(text, present))].map((text) => {
    const words = listFoldedWords(foldText(text).text);
    return Uint32Array.from({ length: Math.max(0, words.length - 2) }, (_, at) => hashRun(words, at));
  });
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all.sort().filter((hash, at) => at === 0 || hash !== all[at - 1]);
}

const paragraphEnd = '\n\n';

/**
 * The paragraphs in which a text differs from another, with as many around them that no run of the text is only in part
 * there.
 */
function cutDifferent(text: string, other: string): string {
  const longest = Math.min(text.length, other.length);
  let same = 0;
  while (same < longest && text.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  let sameAtEnd = 0;
  while (
    sameAtEnd < longest - same &&
    text.charCodeAt(text.length - 1 - sameAtEnd) === other.charCodeAt(other.length - 1 - sameAtEnd)
  )
    sameAtEnd += 1;
  // Both texts have these ends of paragraphs: up to another place, the last word of one may be longer in the other.
  const first = Math.max(0, text.lastIndexOf(paragraphEnd, same - paragraphEnd.length));
  const last = toEnd(text, text.indexOf(paragraphEnd, text.length - sameAtEnd));
  let start = first;
  while (start > 0 && countWords(text.slice(start, first)) < 2)
    start = Math.max(0, text.lastIndexOf(paragraphEnd, start - 1));
  let end = last;
  while (end < text.length && countWords(text.slice(last, end)) < 2)
    end = toEnd(text, text.indexOf(paragraphEnd, end + 1));
  return text.slice(start, end);
}

function toEnd(text: string, at: number): number {
  return at === -1 ? text.length : at;
}

function countWords(text: string): number {
  return listFoldedWords(foldText(text).text).length;
}

/**
 * The articles of each run of words, in buckets: a bucket has the articles of one or two runs, which costs a look at a
 * wrong article now and then and makes the file half as large. The file has the number of bits and that of the
 * articles, where each bucket ends, and the articles as their positions in the list.
 * @param list the runs of each article in their order; called several times, so that they need not all be in memory
 * @param lengths how many they are; counted where that is not known
 * @returns the pieces of a file
 */
export function createQuoteIndex(list: () => Iterable<Uint32Array>, lengths = measureAll(list())): Uint8Array[] {
  const entries = lengths.reduce((sum, length) => sum + length, 0);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const spread = Math.min(minBuckets * longest, maxSpread);
  const bits = Math.ceil(Math.log2(Math.max(256, entries + 1, spread)));
  const ends = new Uint32Array((1 << bits) + 1);
  const shift = 32 - bits;
  let articles = 0;
  // An iterator would allocate most of these numbers, which are larger than a small integer.
  for (const hashes of list()) {
    for (let at = 0; at < hashes.length; at += 1) {
      const bucket = ((hashes[at] ?? 0) >>> shift) + 1;
      ends[bucket] = (ends[bucket] ?? 0) + 1;
    }
    articles += 1;
  }
  // First where each bucket begins; with its articles, it grows to its end. So no second list is in memory.
  let start = 0;
  for (let bucket = 1; bucket < ends.length; bucket += 1) {
    const count = ends[bucket] ?? 0;
    ends[bucket] = start;
    start += count;
  }
  const numbers = new (isWide(articles) ? Uint32Array : Uint16Array)(entries);
  let number = 0;
  for (const hashes of list()) {
    for (let at = 0; at < hashes.length; at += 1) {
      const bucket = ((hashes[at] ?? 0) >>> shift) + 1;
      const place = ends[bucket] ?? 0;
      numbers[place] = number;
      ends[bucket] = place + 1;
    }
    number += 1;
  }
  return [Uint32Array.of(bits, articles), ends, numbers].map(({ buffer }) => new Uint8Array(buffer));
}

/** Does the number of an article need four bytes? */
function isWide(articles: number): boolean {
  return articles > 1 << 16;
}

function measureAll(lists: Iterable<Uint32Array>): number[] {
  return Array.from(lists, ({ length }) => length);
}

type Read = (start: number, length: number) => Buffer;

/**
 * Finds which articles a quote may be from, by the runs of three words that it shares with them.
 * @param files what `createQuoteIndex` built of the articles in their order, some of them in each file
 */
export function openQuoteIndex(files: readonly Read[]) {
  const opened: QuoteFile[] = [];
  let articles = 0;
  for (const read of files) {
    const file = openQuoteFile(read, articles);
    opened.push(file);
    articles += file.articles;
  }

  function* listArticles(hash: number): Iterable<number> {
    const lists = opened.map((file) => file.find(hash));
    if (lists.reduce((sum, { length }) => sum + length, 0) > maxArticles) return;
    for (const { list } of lists) yield* new Set(list());
  }

  return {
    /** @returns numbers of the articles that have enough of the runs, the one with the most first */
    find(words: readonly FoldedWord[]): number[] {
      const step = Math.max(1, Math.ceil((words.length - 2) / maxRuns));
      const votes = new Map<number, number>();
      let lookedUp = 0;
      for (let at = 0; at + 2 < words.length; at += step) {
        lookedUp += 1;
        for (const number of listArticles(hashRun(words, at))) votes.set(number, (votes.get(number) ?? 0) + 1);
      }
      return [...votes]
        .filter(([, count]) => count >= Math.max(lookedUp * minShare, Math.min(lookedUp, minVotes)))
        .sort(([, one], [, other]) => other - one)
        .slice(0, maxResults)
        .map(([number]) => number);
    },
  };
}

type QuoteFile = ReturnType<typeof openQuoteFile>;

/** @param first number of its first article */
function openQuoteFile(read: Read, first: number) {
  const head = read(0, headBytes);
  const bits = head.readUInt32LE(0);
  const articles = head.readUInt32LE(numberBytes);
  const width = isWide(articles) ? 4 : 2;
  const listsAt = headBytes + ((1 << bits) + 1) * numberBytes;
  return {
    articles,
    /** The bucket of a run: how many articles it has, and their numbers, which are read when they are needed. */
    find(hash: number) {
      const ends = read(headBytes + (hash >>> (32 - bits)) * numberBytes, 2 * numberBytes);
      const from = ends.readUInt32LE(0);
      const length = ends.readUInt32LE(numberBytes) - from;
      const list = (): number[] => {
        if (length === 0) return [];
        const bytes = read(listsAt + from * width, length * width);
        return Array.from({ length }, (_, index) => first + bytes.readUIntLE(index * width, width));
      };
      return { length, list };
    },
  };
}
