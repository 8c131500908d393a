import type { Entry } from './entries.ts';
import type { IndexBlocks } from './index-file.ts';
import { type SentenceKind, sentenceKinds } from './sentences.ts';
import { settings } from './settings.ts';

/**
 * The way back from an entry to its words, in packed 32-bit numbers. `matches`: in how many sections each term is;
 * `tokens`: the terms of all entries, sentence after sentence; `sentences`: for each one its end in `tokens`, its end in the
 * texts and its kind; `entryEnds`: the end of each entry in `sentences`.
 */
const blockNames = ['matches', 'tokens', 'sentences', 'entryEnds'] as const;

/** Collects the entries of one article after the other. */
export function createForwardWriter() {
  const lists: Record<(typeof blockNames)[number], number[]> = {
    matches: [],
    tokens: [],
    sentences: [],
    entryEnds: [],
  };
  const { matches, tokens, sentences, entryEnds } = lists;
  /** The section, and the article, that a term was seen in last. */
  const lastSection: number[] = [];
  const lastArticle: number[] = [];
  let textStart = 0;
  let articles = 0;
  let sections = 0;

  return {
    write([head, ...rest]: readonly Entry[]): void {
      articles += 1;
      if (head) writeEntry(head);
      for (const section of rest) {
        writeEntry(section);
        sections += 1;
        for (const term of section.terms) if (lastSection[term] !== sections) count(term);
      }
      // A word of the head alone counts as in one section.
      for (const term of head?.terms ?? []) if (lastArticle[term] !== articles) count(term);
    },
    blocks: () => blockNames.map((name): [string, Uint8Array] => [name, toBytes(lists[name])]),
  };

  function count(term: number): void {
    lastSection[term] = sections;
    lastArticle[term] = articles;
    matches[term] = (matches[term] ?? 0) + 1;
  }

  function writeEntry(entry: Entry): void {
    const tokenStart = tokens.length;
    for (const term of entry.terms) tokens.push(term);
    for (const { kind, termEnd, textEnd } of entry.sentences) {
      sentences.push(tokenStart + termEnd, textStart + textEnd, sentenceKinds.indexOf(kind));
    }
    textStart += entry.sentences.at(-1)?.textEnd ?? 0;
    entryEnds.push(sentences.length / 3);
  }
}

/** A sentence of an entry: first and end of its terms in `tokens` and of its bytes in the texts. */
export interface Sentence {
  kind: SentenceKind;
  termStart: number;
  termEnd: number;
  textStart: number;
  textEnd: number;
}

export type Forward = ReturnType<typeof openForward>;

/** Opens what `createForwardWriter` collected. */
export function openForward(blocks: IndexBlocks) {
  const [matches, tokens, sentences, entryEnds] = blockNames.map((name) => toNumbers(blocks.get(name)));

  return {
    matches: matches ?? new Uint32Array(),
    tokens: tokens ?? new Uint32Array(),
    /** The sentences of an entry. */
    read(entry: number): Sentence[] {
      const found: Sentence[] = [];
      const end = (entryEnds?.[entry] ?? 0) * 3;
      for (let at = (entryEnds?.[entry - 1] ?? 0) * 3; at < end; at += 3) {
        found.push({
          kind: sentenceKinds[sentences?.[at + 2] ?? 0] ?? 'sentence',
          termStart: sentences?.[at - 3] ?? 0,
          termEnd: sentences?.[at] ?? 0,
          textStart: sentences?.[at - 2] ?? 0,
          textEnd: sentences?.[at + 1] ?? 0,
        });
      }
      return found;
    },
    /** The terms of an entry, each as often as it stands there weighted by field. */
    lengthOf(entry: number): number {
      return this.read(entry).reduce(
        (sum, { kind, termStart, termEnd }) => sum + (termEnd - termStart) * settings.fieldWeights[kind],
        0,
      );
    },
  };
}

function toBytes(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

/** A copy, so that the rest of the file need not stay; little end first, as every machine has it that Node runs on. */
function toNumbers(bytes: Uint8Array = new Uint8Array()): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
