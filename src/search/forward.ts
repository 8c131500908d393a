import { countTerms, type Entry } from './entries.ts';
import type { IndexBlocks } from './index-file.ts';
import { sentenceKinds } from './sentences.ts';
import { settings } from './settings.ts';

/**
 * Collects the entries of one article after the other: the way back from an entry to its words.
 * @param terms of the reader, by their numbers there
 */
export function createForwardWriter(terms: readonly string[]) {
  /** By the number of a term in the reader that of this index alone: words of another one that shares the reader must not show in it. */
  const numbers = new Map<number, number>();
  /** In how many sections each term is. */
  const matches: number[] = [];
  /** The terms of all entries, sentence after sentence. */
  const tokens: number[] = [];
  /** Of each sentence its end in `tokens`, its end in the texts and its kind. */
  const sentences: number[] = [];
  /** The end of each entry in `sentences`. */
  const entryEnds: number[] = [];
  let textStart = 0;

  return {
    write(entries: readonly Entry[]): void {
      entries.forEach(writeEntry);
      const [head = new Map<number, number>(), ...sections] = entries.map(countTerms);
      for (const section of sections) for (const term of section.keys()) countMatch(term);
      // A word of the head alone counts as in one section.
      for (const term of head.keys()) if (!sections.some((section) => section.has(term))) countMatch(term);
    },
    blocks: (): [string, Uint8Array][] => [
      ['terms', Buffer.from(Array.from(numbers.keys(), (number) => terms[number]).join('\n'))],
      ['matches', toBytes(matches)],
      ['tokens', toBytes(tokens)],
      ['sentences', toBytes(sentences)],
      ['entryEnds', toBytes(entryEnds)],
    ],
  };

  function writeEntry(entry: Entry): void {
    const tokenStart = tokens.length;
    for (const term of entry.terms) tokens.push(numberOf(term));
    for (const { kind, termEnd, textEnd } of entry.sentences) {
      sentences.push(tokenStart + termEnd, textStart + textEnd, sentenceKinds.indexOf(kind));
    }
    textStart += entry.sentences.at(-1)?.textEnd ?? 0;
    entryEnds.push(sentences.length / 3);
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

export type Forward = ReturnType<typeof openForward>;

/** Opens what `createForwardWriter` collected. Tokens, the most of it, are read where they are asked for. */
export function openForward(blocks: IndexBlocks) {
  const matches = toNumbers(blocks.read('matches'));
  const sentences = toNumbers(blocks.read('sentences'));
  const entryEnds = toNumbers(blocks.read('entryEnds'));
  // Before the first sentence is nothing.
  const termEnd = (sentence: number) => sentences[sentence * 3] ?? 0;
  const textEnd = (sentence: number) => sentences[sentence * 3 + 1] ?? 0;
  const kindOf = (sentence: number) => sentenceKinds[sentences[sentence * 3 + 2] ?? 0] ?? 'sentence';
  const startOf = (entry: number) => entryEnds[entry - 1] ?? 0;

  return {
    matches,
    /** The sentences of the entries from `first` to before `end`, with the numbers of their terms and the places of their bytes in the texts. */
    read(first: number, end = first + 1) {
      const before = termEnd(startOf(first) - 1);
      const tokens = toNumbers(blocks.read('tokens', before * 4, termEnd(startOf(end) - 1) * 4));
      const found = [];
      for (let entry = first; entry < end; entry++) {
        for (let sentence = startOf(entry); sentence < startOf(entry + 1); sentence++)
          found.push({
            entry,
            kind: kindOf(sentence),
            terms: tokens.subarray(termEnd(sentence - 1) - before, termEnd(sentence) - before),
            textStart: textEnd(sentence - 1),
            textEnd: textEnd(sentence),
          });
      }
      return found;
    },
    /** The terms of an entry, each as often as it stands there weighted by field. */
    lengthOf(entry: number): number {
      let length = 0;
      for (let sentence = startOf(entry); sentence < startOf(entry + 1); sentence++)
        length += (termEnd(sentence) - termEnd(sentence - 1)) * settings.fieldWeights[kindOf(sentence)];
      return length;
    },
  };
}

function toBytes(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

/** A copy of its own, since such numbers must lie in step; little end first, as every machine has it that Node runs on. */
function toNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
