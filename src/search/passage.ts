import { settings } from './ranking-weights.ts';
import type { SentenceKind } from './sentences.ts';

/** The sentences of an entry, in arrays that lie together in memory: every hit of every question passes through one. */
export interface QuotableText {
  /** All sentences in one line, each but the last with the space that follows it. */
  text: string;
  /** By sentence: where its text ends, and where its terms end in `terms`. */
  textEnds: Uint32Array;
  termEnds: Uint32Array;
  /** By sentence: how much its words count when the best is chosen, 0 when it may not be quoted. */
  shares: Float32Array;
  /** The terms of each sentence, each once. */
  terms: Uint32Array;
}

/** A fragment says less than a sentence with the same words; a bare row of a table, a title or a question is not quoted. */
const shares: Partial<Record<SentenceKind, number>> = { sentence: 1, fragment: 0.5 };

/** Lays sentences out for `choosePassage`. */
export function layOut(
  sentences: readonly { kind: SentenceKind; text: string; terms: Iterable<number> }[],
): QuotableText {
  let text = '';
  const terms: number[] = [];
  const textEnds: number[] = [];
  const termEnds: number[] = [];
  for (const sentence of sentences) {
    text += sentence.text.replaceAll(/\s+/g, ' ');
    for (const term of new Set(sentence.terms)) terms.push(term);
    textEnds.push(text.length);
    termEnds.push(terms.length);
  }
  return {
    text,
    textEnds: Uint32Array.from(textEnds),
    termEnds: Uint32Array.from(termEnds),
    shares: Float32Array.from(sentences, ({ kind }) => shares[kind] ?? 0),
    terms: Uint32Array.from(terms),
  };
}

/** How much is quoted: more is added up to `enough` characters, and what carries more of the question up to `longest`. */
export type QuoteLength = keyof typeof settings.passage;

/**
 * Returns the passage of a text that matches the most of a question's weight, in one line, with that weight. It is the
 * best sentence, with its neighbours while they match more or the passage is short, following sentences first.
 * Undefined when no sentence can be quoted.
 * @param weights weights of the question's terms by their numbers, 0 for all others
 */
export function choosePassage(
  quotable: QuotableText,
  weights: Float32Array,
  length: QuoteLength = 'snippet',
): { text: string; weight: number } | undefined {
  const { enough, longest } = settings.passage[length];
  const { text, textEnds, shares } = quotable;
  const best = findBest(quotable, weights);
  if (best < 0) return undefined;
  const covered = new Set(listCarried(quotable, best, weights));
  let first = best;
  let last = best;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  while (characters(first, last) < enough && (addNeighbour(last + 1, true) || addNeighbour(first - 1, true)));
  let weight = 0;
  for (const term of covered) weight += weights[term] ?? 0;
  return { text: shorten(text.slice(textEnds[first - 1] ?? 0, textEnds[last]).trim(), longest), weight };

  function characters(from: number, to: number): number {
    return (textEnds[to] ?? 0) - (textEnds[from - 1] ?? 0);
  }

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    if ((shares[at] ?? 0) === 0 || characters(Math.min(first, at), Math.max(last, at)) > longest) return false;
    const carried = listCarried(quotable, at, weights);
    if (!isWanted && carried.every((term) => covered.has(term))) return false;
    for (const term of carried) covered.add(term);
    first = Math.min(first, at);
    last = Math.max(last, at);
    return true;
  }
}

/** The quotable sentence that carries the most, the first of equals; -1 when there is none. */
function findBest({ terms, termEnds, shares }: QuotableText, weights: Float32Array): number {
  let best = -1;
  let bestValue = 0;
  let term = 0;
  for (let at = 0; at < termEnds.length; at++) {
    const end = termEnds[at] ?? 0;
    let carried = Number.EPSILON;
    for (; term < end; term++) carried += weights[terms[term] ?? 0] ?? 0;
    const value = carried * (shares[at] ?? 0);
    if (value > bestValue) [best, bestValue] = [at, value];
  }
  return best;
}

/** The terms of a sentence that the question has. */
function listCarried({ terms, termEnds }: QuotableText, at: number, weights: Float32Array): number[] {
  const carried: number[] = [];
  for (let place = termEnds[at - 1] ?? 0; place < (termEnds[at] ?? 0); place++) {
    const term = terms[place] ?? 0;
    if ((weights[term] ?? 0) > 0) carried.push(term);
  }
  return carried;
}

/**
 * What is quoted of a section: the first passage that carries anything, or else its heading with what comes after it.
 * @param texts read one after the other until a passage carries something
 */
export function composeSnippet(
  heading: string,
  texts: readonly (() => QuotableText)[],
  weights: Float32Array,
  length?: QuoteLength,
): string {
  let first: string | undefined;
  for (const read of texts) {
    const passage = choosePassage(read(), weights, length);
    if (passage && passage.weight > 0) return passage.text;
    first ??= passage?.text;
  }
  return first === undefined ? heading : `${heading}: ${first}`;
}

/** A text, cut at a space when it is too long. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest) + 1 || longest).trimEnd()} …`;
}
