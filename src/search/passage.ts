import { settings } from './ranking-weights.ts';
import type { SentenceKind } from './sentences.ts';
import { createTop } from './top.ts';

const { shortest, longest } = settings.passage;

/** A sentence that may be quoted. */
export interface QuotableSentence<Term> {
  kind: SentenceKind;
  text: string;
  /** Each once. */
  terms: Iterable<Term>;
}

/**
 * The passage of a text that carries the most of a question's weight, in one line, and what it carries: the best sentence,
 * with its neighbours as long as they carry more or it is short. Undefined when nothing can be quoted.
 */
export function choosePassage<Term>(
  sentences: readonly QuotableSentence<Term>[],
  weights: ReadonlyMap<Term, number>,
): { text: string; weight: number } | undefined {
  const top = createTop<QuotableSentence<Term>>(1);
  for (const sentence of sentences) {
    // A fragment says less than a sentence with the same words.
    const value = (weigh(sentence.terms) + Number.EPSILON) * (sentence.kind === 'fragment' ? 0.5 : 1);
    if (isQuotable(sentence)) top.offer(value, sentence);
  }
  const [chosen] = top.items();
  if (!chosen) return undefined;
  const best = sentences.indexOf(chosen);
  const covered = new Set(chosen.terms);
  let first = best;
  let last = best;
  let { length } = chosen.text;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  while (length < shortest && (addNeighbour(last + 1, true) || addNeighbour(first - 1, true)));
  const text = sentences.slice(first, last + 1).map((sentence) => sentence.text);
  return { text: tidy(text.join('')), weight: weigh(covered) };

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    const sentence = sentences[at];
    if (!sentence || !isQuotable(sentence) || length + sentence.text.length > longest) return false;
    const carries = [...sentence.terms].some((term) => weights.has(term) && !covered.has(term));
    if (!carries && !isWanted) return false;
    for (const term of sentence.terms) covered.add(term);
    first = Math.min(first, at);
    last = Math.max(last, at);
    length += sentence.text.length;
    return true;
  }

  function weigh(terms: Iterable<Term>): number {
    let sum = 0;
    for (const term of terms) sum += weights.get(term) ?? 0;
    return sum;
  }
}

/** Text, and not a bare row of a table. */
const isQuotable = ({ kind }: { kind: SentenceKind }) => kind === 'sentence' || kind === 'fragment';

/**
 * What is quoted of a section: the first passage that carries anything, or else its heading with what comes after it.
 * @param texts read one after the other until a passage carries something
 */
export function composeSnippet<Term>(
  heading: string,
  texts: readonly (() => readonly QuotableSentence<Term>[])[],
  weights: ReadonlyMap<Term, number>,
): string {
  let first: string | undefined;
  for (const read of texts) {
    const passage = choosePassage(read(), weights);
    if (passage && passage.weight > 0) return passage.text;
    first ??= passage?.text;
  }
  return first === undefined ? heading : `${heading}: ${first}`;
}

/** A quotation in one line, cut at a space when it is too long. */
function tidy(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  return `${line.slice(0, line.lastIndexOf(' ', longest) + 1 || longest).trimEnd()} …`;
}
