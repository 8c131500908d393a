import { type Entry, measureLength } from './entries.ts';
import { type IndexBlocks, toBytes } from './index-file.ts';
import { type SentenceKind, sentenceKinds } from './sentences.ts';

/**
 * Collects the entries of articles in order: the forward index, from an entry to its words.
 * @param terms the reader's terms by number
 */
export function createForwardWriter(terms: readonly string[]) {
  /**
   * Maps the reader's term numbers to this index's own, so that the index does not contain words of others that share
   * the reader.
   */
  const numbers = new Map<number, number>();
  /** In how many sections each term is. */
  const matches: number[] = [];
  /**
   * Each entry has its number of sentences and the first byte of its text; for each sentence, the end of its terms
   * in this list, its end in the text, and its kind; then the terms.
   */
  const words: number[] = [];
  /** The end of each entry in `words`. */
  const entryEnds: number[] = [];
  /** Length of each entry: the number of its terms, weighted by field. */
  const lengths: number[] = [];
  let textStart = 0;

  return {
    write(entries: readonly Entry[]): void {
      entries.forEach(writeEntry);
      lengths.push(...entries.map(measureLength));
      const [head = new Set<number>(), ...sections] = entries.map((entry) => new Set(entry.terms));
      for (const section of sections) for (const term of section) countMatch(term);
      // A word of the head alone counts as in one section.
      for (const term of head) if (!sections.some((section) => section.has(term))) countMatch(term);
    },
    blocks: (): [string, Uint8Array][] => [
      ['terms', Buffer.from(Array.from(numbers.keys(), (number) => terms[number]).join('\n'))],
      ['matches', toBytes(matches)],
      ['entries', toBytes(words)],
      ['entryEnds', toBytes(entryEnds)],
      ['entryLengths', toBytes(lengths)],
    ],
  };

  function writeEntry({ terms, sentences }: Entry): void {
    const before = 2 + sentences.length * 3;
    words.push(sentences.length, textStart);
    for (const { kind, termEnd, textEnd } of sentences)
      words.push(before + termEnd, textStart + textEnd, sentenceKinds.indexOf(kind));
    for (const term of terms) words.push(numberOf(term));
    textStart += sentences.at(-1)?.textEnd ?? 0;
    entryEnds.push(words.length);
  }

  function countMatch(term: number): void {
    matches[numberOf(term)] = (matches[numberOf(term)] ?? 0) + 1;
  }

  function numberOf(term: number): number {
    const number = numbers.get(term);
    if (number === undefined) numbers.set(term, numbers.size);
    return number ?? numbers.size - 1;
  }
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
