import { settings } from './ranking-weights.ts';
import type { SentenceKind } from './sentences.ts';
import { createTop } from './top.ts';

/** A sentence that may be quoted. */
export interface QuotableSentence {
  kind: SentenceKind;
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
  const carried = sentences.map(({ terms }) => findCarried(terms, weights));
  const top = createTop<number>(1);
  for (const [at, sentence] of sentences.entries()) {
    // A fragment says less than a sentence with the same words.
    const value = (weigh(carried[at] ?? []) + Number.EPSILON) * (sentence.kind === 'fragment' ? 0.5 : 1);
    if (isQuotable(sentence)) top.offer(value, at);
  }
  const [best] = top.items();
  if (best === undefined) return undefined;
  const covered = new Set(carried[best]);
  let first = best;
  let last = best;
  let characters = sentences[best]?.text.length ?? 0;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  while (characters < enough && (addNeighbour(last + 1, true) || addNeighbour(first - 1, true)));
  const text = sentences.slice(first, last + 1).map((sentence) => sentence.text);
  return { text: tidy(text.join(''), longest), weight: weigh(covered) };

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    const sentence = sentences[at];
    if (!sentence || !isQuotable(sentence) || characters + sentence.text.length > longest) return false;
    const terms = carried[at] ?? [];
    if (!isWanted && terms.every((term) => covered.has(term))) return false;
    for (const term of terms) covered.add(term);
    first = Math.min(first, at);
    last = Math.max(last, at);
    characters += sentence.text.length;
    return true;
  }

  function weigh(terms: Iterable<number>): number {
    let sum = 0;
    for (const term of terms) sum += weights[term] ?? 0;
    return sum;
  }
}

/** The terms that the question has; a loop by numbers, because every sentence of every hit is looked through. */
function findCarried(terms: Uint32Array, weights: Float64Array): number[] {
  const carried: number[] = [];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] ?? 0;
    if ((weights[term] ?? 0) > 0) carried.push(term);
  }
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

/** A quotation in one line, cut at a space when it is too long. */
function tidy(text: string, longest: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  return `${line.slice(0, line.lastIndexOf(' ', longest) + 1 || longest).trimEnd()} …`;
}
