import { type Entry, type EntryReader, measureLength } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { type SentenceKind, sentenceKinds } from './sentences.ts';

/**
 * Packs the entries of articles in order: the forward index, from an entry to its words. Each entry has its number of sentences and
 * the first byte of its text; for each sentence, the end of its terms in this list, its end in the text, and its kind; then the terms.
 * @param articles the entries of each article
 * @param reader whose terms the entries have
 * @returns the blocks, and the reader's terms in the order of this index's own numbers: the index does not contain words of others
 *   that share the reader
 */
export function packForward(articles: readonly (readonly Entry[])[], reader: Pick<EntryReader, 'terms'>) {
  const entries = articles.flat();
  const words = new Uint32Array(
    entries.reduce((sum, entry) => sum + 2 + entry.sentences.length + entry.terms.length, 0),
  );
  const entryEnds = new Uint32Array(entries.length);
  /** One more than the own number of each of the reader's terms. */
  const numbers = new Uint32Array(reader.terms.length);
  const order: number[] = [];
  let [at, textStart] = [0, 0];
  for (const [number, entry] of entries.entries()) {
    const rows = entry.sentences;
    const before = 2 + rows.length;
    words[at] = rows.length / 3;
    words[at + 1] = textStart;
    for (let row = 0; row < rows.length; row += 3) {
      words[at + 2 + row] = before + (rows[row] ?? 0);
      words[at + 3 + row] = textStart + (rows[row + 1] ?? 0);
      words[at + 4 + row] = rows[row + 2] ?? 0;
    }
    at += before;
    for (const term of entry.terms) {
      if (numbers[term] === 0) numbers[term] = order.push(term);
      words[at] = (numbers[term] ?? 0) - 1;
      at += 1;
    }
    textStart += rows.at(-2) ?? 0;
    entryEnds[number] = at;
  }
  const terms = order.map((term) => reader.terms[term]);
  const matches = countMatches(articles, reader);
  const blocks: [string, Uint8Array][] = [
    ['terms', Buffer.from(terms.join('\n'))],
    ['matches', toBytes(order.map((term) => matches[term] ?? 0))],
    ['entries', toBytes(words)],
    ['entryEnds', toBytes(entryEnds)],
    ['entryLengths', toBytes(entries.map(measureLength))],
  ];
  return { blocks, order };
}

/** In how many sections each of the reader's terms is. A word of the head alone counts as in one section. */
function countMatches(articles: readonly (readonly Entry[])[], { terms }: Pick<EntryReader, 'terms'>): Uint32Array {
  const matches = new Uint32Array(terms.length);
  /** The last section that had each term. */
  const lastSection = new Uint32Array(terms.length);
  let sections = 0;
  for (const [head, ...others] of articles) {
    const before = sections;
    for (const section of others) {
      sections += 1;
      for (const term of section.terms) {
        if (lastSection[term] !== sections) matches[term] = (matches[term] ?? 0) + 1;
        lastSection[term] = sections;
      }
    }
    sections += 1;
    for (const term of head?.terms ?? []) {
      if ((lastSection[term] ?? 0) <= before) matches[term] = (matches[term] ?? 0) + 1;
      lastSection[term] = sections;
    }
  }
  return matches;
}

/** A sentence of an entry: the numbers of its terms, and the places of its bytes in the texts. */
export interface Sentence {
  kind: SentenceKind;
  terms: Uint32Array;
  textStart: number;
  textEnd: number;
}

export type Forward = ReturnType<typeof openForward>;

/** Opens what `createForwardWriter` collected. Entries, the most of it, are read where they are asked for. */
export function openForward({ numbers }: IndexBlocks) {
  const entryEnds = numbers('entryEnds');
  const startOf = (entry: number) => entryEnds[entry - 1] ?? 0;

  return {
    matches: numbers('matches'),
    lengths: numbers('entryLengths'),
    read: (entry: number) => decodeSentences(numbers('entries', startOf(entry), startOf(entry + 1))),
  };
}

function decodeSentences(words: Uint32Array): Sentence[] {
  const found: Sentence[] = [];
  const rowsEnd = 2 + (words[0] ?? 0) * 3;
  let textStart = words[1] ?? 0;
  let term = rowsEnd;
  for (let row = 2; row < rowsEnd; row += 3) {
    const [termEnd = 0, textEnd = 0, kind = 0] = words.subarray(row, row + 3);
    found.push({ kind: sentenceKinds[kind] ?? 'sentence', terms: words.subarray(term, termEnd), textStart, textEnd });
    term = termEnd;
    textStart = textEnd;
  }
  return found;
}
