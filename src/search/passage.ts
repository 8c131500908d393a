import { settings } from './ranking-weights.ts';
import type { SentenceKind } from './sentences.ts';

/** A sentence that may be quoted. */
export interface QuotableSentence {
  kind: SentenceKind;
  /** In one line; a space at its end separates it from the next. */
  text: string;
  /** Each once. */
  terms: Uint32Array;
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
  sentences: readonly QuotableSentence[],
  weights: Float64Array,
  length: QuoteLength = 'snippet',
): { text: string; weight: number } | undefined {
  const { enough, longest } = settings.passage[length];
  const best = findBest(sentences, weights);
  if (best < 0) return undefined;
  const covered = new Set(listCarried(sentences[best], weights));
  let first = best;
  let last = best;
  let characters = sentences[best]?.text.length ?? 0;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  while (characters < enough && (addNeighbour(last + 1, true) || addNeighbour(first - 1, true)));
  let text = '';
  for (let at = first; at <= last; at++) text += sentences[at]?.text ?? '';
  let weight = 0;
  for (const term of covered) weight += weights[term] ?? 0;
  return { text: shorten(text.trim(), longest), weight };

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    const sentence = sentences[at];
    if (!sentence || !isQuotable(sentence) || characters + sentence.text.length > longest) return false;
    const terms = listCarried(sentence, weights);
    if (!isWanted && terms.every((term) => covered.has(term))) return false;
    for (const term of terms) covered.add(term);
    first = Math.min(first, at);
    last = Math.max(last, at);
    characters += sentence.text.length;
    return true;
  }
}

/** The quotable sentence that carries the most, the first of equals; -1 when there is none. Allocates nothing: it sees every sentence of every hit. */
function findBest(sentences: readonly QuotableSentence[], weights: Float64Array): number {
  let best = -1;
  let bestValue = 0;
  for (let at = 0; at < sentences.length; at++) {
    const sentence = sentences[at];
    if (!sentence || !isQuotable(sentence)) continue;
    const { terms, kind } = sentence;
    let value = Number.EPSILON;
    for (let term = 0; term < terms.length; term++) value += weights[terms[term] ?? 0] ?? 0;
    // A fragment says less than a sentence with the same words.
    if (kind === 'fragment') value *= 0.5;
    if (value > bestValue) [best, bestValue] = [at, value];
  }
  return best;
}

/** The terms of a sentence that the question has. */
function listCarried(sentence: QuotableSentence | undefined, weights: Float64Array): number[] {
  const carried: number[] = [];
  for (const term of sentence?.terms ?? []) if ((weights[term] ?? 0) > 0) carried.push(term);
  return carried;
}

/** Text, and not a bare row of a table. */
const isQuotable = ({ kind }: { kind: SentenceKind }) => kind === 'sentence' || kind === 'fragment';

/**
 * What is quoted of a section: the first passage that carries anything, or else its heading with what comes after it.
 * @param texts read one after the other until a passage carries something
 */
export function composeSnippet(
  heading: string,
  texts: readonly (() => readonly QuotableSentence[])[],
  weights: Float64Array,
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
