import type { SentenceKind } from './sentences.ts';
import { settings } from './settings.ts';

const { shortest, longest } = settings.passage;

/** A sentence that may be quoted. */
export interface Quotable {
  /** Its terms. */
  terms: ReadonlySet<number | string>;
  length: number;
  kind: SentenceKind;
}

/**
 * Chooses the passage of a text that carries the most of a question's weight: the best sentence, with its neighbours as
 * long as they carry more or it is short.
 * @returns first and last sentence; undefined when nothing can be quoted
 */
export function choosePassage(
  sentences: readonly Quotable[],
  weights: ReadonlyMap<number | string, number>,
): { first: number; last: number; weight: number } | undefined {
  const best = bestSentence();
  const chosen = best < 0 ? undefined : sentences[best];
  if (!chosen) return undefined;
  const covered = new Set(chosen.terms);
  let first = best;
  let last = best;
  let length = chosen.length;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  while (length < shortest && (addNeighbour(last + 1, true) || addNeighbour(first - 1, true)));
  return { first, last, weight: weigh(covered) };

  function bestSentence(): number {
    let at = -1;
    let most = -1;
    sentences.forEach((sentence, number) => {
      if (!isQuotable(sentence)) return;
      // A fragment says less than a sentence with the same words.
      const value = (weigh(sentence.terms) + Number.EPSILON) * (sentence.kind === 'fragment' ? 0.5 : 1);
      if (value <= most) return;
      most = value;
      at = number;
    });
    return at;
  }

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    const sentence = sentences[at];
    if (!sentence || !isQuotable(sentence) || length + sentence.length > longest) return false;
    const carries = [...sentence.terms].some((term) => weights.has(term) && !covered.has(term));
    if (!carries && !isWanted) return false;
    for (const term of sentence.terms) covered.add(term);
    first = Math.min(first, at);
    last = Math.max(last, at);
    length += sentence.length;
    return true;
  }

  function weigh(terms: Iterable<number | string>): number {
    let sum = 0;
    for (const term of terms) sum += weights.get(term) ?? 0;
    return sum;
  }
}

/** Text, and not a bare row of a table. */
function isQuotable({ kind }: Quotable): boolean {
  return kind === 'sentence' || kind === 'fragment';
}

/** What is quoted of a section: the first passage that carries anything, or else its heading with what comes after it. */
export function composeSnippet(
  heading: string,
  passages: readonly ({ text: string; weight: number } | undefined)[],
): string {
  const quotable = passages.filter((passage) => passage !== undefined);
  const carrying = quotable.find(({ weight }) => weight > 0);
  if (carrying) return carrying.text;
  return [heading, ...quotable.slice(0, 1).map(({ text }) => text)].join(': ');
}

/** A quotation in one line, cut at a space when it is too long. */
export function tidyPassage(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= longest) return line;
  return `${line.slice(0, line.lastIndexOf(' ', longest) + 1 || longest).trimEnd()} …`;
}
