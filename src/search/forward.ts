import type { Entry } from './entries.ts';
import type { IndexBlocks } from './index-file.ts';
import { sentenceKinds } from './sentences.ts';
import { settings } from './settings.ts';

/**
 * The way back from an entry to its words, in packed 32-bit numbers. `matches`: in how many sections each term is;
 * `tokens`: the terms of all entries, sentence after sentence; `sentences`: for each one its end in `tokens`, its end in the
 * texts and its kind; `entryEnds`: the end of each entry in `sentences`.
 */
const blockNames = ['matches', 'tokens', 'sentences', 'entryEnds'] as const;

/** Collects the entries of one article after the other. */
export function createForwardWriter() {
  /** Of this index alone: words of another one that shares the reader must not show in it. */
  const numbers = new Map<string, number>();
  const lists: Record<(typeof blockNames)[number], number[]> = {
    matches: [],
    tokens: [],
    sentences: [],
    entryEnds: [],
  };
  const { matches, tokens, sentences, entryEnds } = lists;
  let textStart = 0;

  return {
    write(entries: readonly Entry[]): void {
      const [head, ...sections] = entries.map((entry) => new Set(writeEntry(entry)));
      const inSections = new Set(sections.flatMap((terms) => [...terms]));
      // A word of the head alone counts as in one section.
      for (const terms of [...sections, head?.difference(inSections) ?? []]) {
        for (const term of terms) matches[term] = (matches[term] ?? 0) + 1;
      }
    },
    blocks: (): [string, Uint8Array][] => [
      ['terms', Buffer.from([...numbers.keys()].join('\n'))],
      ...blockNames.map((name): [string, Uint8Array] => [name, new Uint8Array(Uint32Array.from(lists[name]).buffer)]),
    ],
  };

  function writeEntry(entry: Entry): number[] {
    const tokenStart = tokens.length;
    for (const term of entry.terms) tokens.push(numberOf(term));
    for (const { kind, termEnd, textEnd } of entry.sentences) {
      sentences.push(tokenStart + termEnd, textStart + textEnd, sentenceKinds.indexOf(kind));
    }
    textStart += entry.sentences.at(-1)?.textEnd ?? 0;
    entryEnds.push(sentences.length / 3);
    return tokens.slice(tokenStart);
  }

  function numberOf(term: string): number {
    const number = numbers.get(term);
    if (number === undefined) numbers.set(term, numbers.size);
    return number ?? numbers.size - 1;
  }
}

export type Forward = ReturnType<typeof openForward>;

/** Opens what `createForwardWriter` collected. Tokens, the most of it, are read where they are asked for. */
export function openForward(blocks: IndexBlocks) {
  const [matches, sentences, entryEnds] = (['matches', 'sentences', 'entryEnds'] as const).map((name) =>
    toNumbers(blocks.read(name)),
  ) as [Uint32Array, Uint32Array, Uint32Array];

  /** The sentences of an entry: kind, first and end of the terms of each in `tokens`, and of its bytes in the texts. */
  function locate(entry: number) {
    const start = entryEnds[entry - 1] ?? 0;
    return Array.from({ length: (entryEnds[entry] ?? 0) - start }, (_, ahead) => {
      const at = (start + ahead) * 3;
      return {
        kind: sentenceKinds[sentences[at + 2] ?? 0] ?? 'sentence',
        termStart: sentences[at - 3] ?? 0,
        termEnd: sentences[at] ?? 0,
        textStart: sentences[at - 2] ?? 0,
        textEnd: sentences[at + 1] ?? 0,
      };
    });
  }

  return {
    matches,
    /** The sentences of an entry, with the numbers of their terms and the places of their bytes in the texts. */
    read(entry: number) {
      const found = locate(entry);
      const first = found[0]?.termStart ?? 0;
      const tokens = toNumbers(blocks.read('tokens', first * 4, (found.at(-1)?.termEnd ?? 0) * 4));
      return found.map(({ termStart, termEnd, ...sentence }) => ({
        ...sentence,
        terms: tokens.subarray(termStart - first, termEnd - first),
      }));
    },
    /** The terms of an entry, each as often as it stands there weighted by field. */
    lengthOf(entry: number): number {
      return locate(entry).reduce(
        (sum, { kind, termStart, termEnd }) => sum + (termEnd - termStart) * settings.fieldWeights[kind],
        0,
      );
    },
  };
}

/** A copy of its own, since such numbers must lie in step; little end first, as every machine has it that Node runs on. */
function toNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
