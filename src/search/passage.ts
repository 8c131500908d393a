import { foldWords } from '../words/fold.ts';
import { settings } from './ranking-weights.ts';
import { cellBorder, codeMark, type SentenceKind } from './sentences.ts';

/** The sentences of an entry, in arrays that lie together in memory: every hit of every question passes through one. */
export interface QuotableText {
  /** All sentences in one line, each but the last with the space that follows it. */
  text: string;
  /** Where the text of each sentence ends, and where its terms end in `terms`. */
  textEnds: Uint32Array;
  termEnds: Uint32Array;
  /** How much the words of each sentence count when the best is chosen: a whole sentence `wholeShare`. */
  shares: Uint32Array;
  /** The terms of each sentence, each once. */
  terms: Uint32Array;
}

interface LaidSentence {
  kind: SentenceKind;
  text: string;
  terms: Iterable<number>;
}

/**
 * A fragment, a row or code says less than a sentence with the same words; headings, questions and captions are not
 * quoted.
 */
const wholeShare = 2;
const shares: Partial<Record<SentenceKind, number>> = { sentence: wholeShare, fragment: 1, row: 1, code: 1 };

/** A formula in a line of its own is a part of the sentence around it. */
const formulaSign = /[=≈≠≤≥<>→⇒∑∏∫√^]/;

/** White space that is not one plain space. */
const lineBreaks = /[^\S ]| {2}/;

/** Lays sentences out for `choosePassage`, and each row of a table as a sentence that has its header in it. */
export function layOut(sentences: readonly LaidSentence[]): QuotableText {
  let text = '';
  const terms: number[] = [];
  const textEnds: number[] = [];
  const termEnds: number[] = [];
  const quotable = sentences.flatMap((sentence, at) => {
    if (sentence.kind === 'code') return [{ ...sentence, text: sentence.text.replace(codeMark, '') }];
    if (sentence.kind !== 'row')
      return shares[sentence.kind] === undefined ? [] : [endLine(sentence, sentences[at + 1])];
    const header = sentences[sentences.findLastIndex(({ kind }, before) => before < at && kind !== 'row') + 1];
    return header === undefined || header === sentence ? [] : [pairWithHeader(sentence, header)];
  });
  for (const sentence of quotable) {
    text += lineBreaks.test(sentence.text) ? sentence.text.replaceAll(/\s+/g, ' ') : sentence.text;
    for (const term of new Set(sentence.terms)) terms.push(term);
    textEnds.push(text.length);
    termEnds.push(terms.length);
  }
  return {
    text,
    textEnds: Uint32Array.from(textEnds),
    termEnds: Uint32Array.from(termEnds),
    shares: Uint32Array.from(quotable, ({ kind }) => shares[kind] ?? 0),
    terms: Uint32Array.from(terms),
  };
}

/** All numbers of a text: how many sentences it has, three arrays of this length, and the terms. */
export function packQuotable({ textEnds, termEnds, shares, terms }: QuotableText): number[] {
  return [textEnds.length, ...textEnds, ...termEnds, ...shares, ...terms];
}

/** @param numbers those of `packQuotable` */
export function openQuotable(text: string, numbers: Uint32Array): QuotableText {
  const [count = 0] = numbers;
  const part = (at: number) => numbers.subarray(1 + at * count, 1 + (at + 1) * count);
  return { text, textEnds: part(0), termEnds: part(1), shares: part(2), terms: numbers.subarray(1 + 3 * count) };
}

/**
 * Ends a line that would run into the next: an item of a list, or the summary of details, which often has no full stop.
 * Text in small letters after a formula continues its sentence. `At the end:` loses its colon before a chart, which
 * is not quoted.
 */
function endLine(sentence: LaidSentence, next: LaidSentence | undefined): LaidSentence {
  const { kind, text } = sentence;
  if (kind === 'sentence' && next?.kind === 'caption') return { ...sentence, text: text.replace(/:(\s*)$/, ' …$1') };
  if (kind !== 'fragment' || next === undefined || !/[\p{Ll}\p{Lu}\p{N})\]”"'%]\s*$/u.test(text)) return sentence;
  const isSmall = /^\p{Ll}/u.test(next.text);
  const isFormula = formulaSign.test(next.text) && !/^\p{Lu}/u.test(next.text);
  const continues = isFormula || (isSmall ? next.kind !== 'fragment' : next.kind === 'code');
  if (continues) return sentence;
  const mark = isSmall ? ';' : '.';
  return { ...sentence, text: text.replace(/(?<=\S)(?=\s*$)/, mark) };
}

/** `Engine | load` and `SQLite | 29` make `Engine: SQLite; load: 29.` */
function pairWithHeader(row: LaidSentence, header: LaidSentence): LaidSentence {
  const names = splitCells(header.text);
  const pairs = splitCells(row.text).map((cell, at) => (names[at] ? `${names[at]}: ${cell}` : cell));
  const text = pairs.join('; ');
  return { kind: 'row', text: `${text}${text.endsWith('.') ? ' ' : '. '}`, terms: [...row.terms, ...header.terms] };
}

/** The first cell may be empty: then the line begins with a border. */
function splitCells(line: string): string[] {
  return ` ${line}`.split(cellBorder).map((cell) => cell.trim());
}

/**
 * How much is quoted: more is added up to `enough` characters, and what carries more of the question up to `longest`.
 */
export type QuoteLength = keyof typeof settings.passage;

/** A passage in one line, the question's weight in it, and its first and last sentence by their places in the text. */
export interface ChosenPassage {
  text: string;
  weight: number;
  first: number;
  last: number;
}

/**
 * Returns the passage of a text that matches the most of a question's weight. It is the best sentence, with its
 * neighbours while they match more or the passage is short, one that follows and one before in turn. Undefined when no
 * sentence can be quoted.
 * @param weights weights of the question's terms by their numbers, 0 for all others
 * @param phrase that the best sentence has, if any sentence does
 */
export function choosePassage(
  quotable: QuotableText,
  weights: Float32Array,
  { length = 'snippet', phrase }: { length?: QuoteLength | undefined; phrase?: string | undefined } = {},
): ChosenPassage | undefined {
  const { enough, longest } = settings.passage[length];
  const { text, textEnds, termEnds, terms, shares } = quotable;
  const quoted = phrase === undefined ? -1 : findSentence(quotable, phrase);
  const best = quoted < 0 ? findBest(quotable, weights) : quoted;
  if (best < 0) return undefined;
  const covered: number[] = [];
  cover(best);
  let first = findLeadIn(quotable, best, longest);
  let last = best;
  while (addNeighbour(last + 1) || addNeighbour(first - 1));
  for (let after = true; characters(first, last) < enough; after = !after)
    if (!addNext(after) && !addNext(!after)) break;
  let weight = 0;
  for (const term of covered) weight += weights[term] ?? 0;
  const passage = text.slice(textEnds[first - 1] ?? 0, textEnds[last]).trim();
  // It does not announce a list or code that is not quoted.
  return { text: shorten(passage.replace(/;$/, '').replace(/:$/, ' …'), longest), weight, first, last };

  function characters(from: number, to: number): number {
    return (textEnds[to] ?? 0) - (textEnds[from - 1] ?? 0);
  }

  function addNext(after: boolean): boolean {
    return addNeighbour(after ? last + 1 : first - 1, true);
  }

  /** Takes the sentence before or after into the passage if that is worth it. */
  function addNeighbour(at: number, isWanted = false): boolean {
    if (!shares[at] || characters(Math.min(first, at), Math.max(last, at)) > longest) return false;
    if (!cover(at) && !isWanted) return false;
    first = Math.min(first, at);
    last = Math.max(last, at);
    return true;
  }

  /** Adds the terms of a sentence that the question has; returns whether any is new. */
  function cover(at: number): boolean {
    const before = covered.length;
    for (let place = termEnds[at - 1] ?? 0; place < (termEnds[at] ?? 0); place++) {
      const term = terms[place] ?? 0;
      if ((weights[term] ?? 0) > 0 && !covered.includes(term)) covered.push(term);
    }
    return covered.length > before;
  }
}

/**
 * Where a passage begins: at the sentence that introduces a list or table (it ends with a colon) when that is near
 * enough.
 */
function findLeadIn({ text, textEnds, shares }: QuotableText, best: number, longest: number): number {
  let at = best - 1;
  while (shares[at] && shares[at] !== wholeShare) at -= 1;
  const start = textEnds[at - 1] ?? 0;
  const isLeadIn = shares[at] === wholeShare && text.slice(start, textEnds[at]).trimEnd().endsWith(':');
  return isLeadIn && (textEnds[best] ?? 0) - start <= longest ? at : best;
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

/** A text without a passage that was quoted of it already, for a second one beside it. */
export function withoutPassage(quotable: QuotableText, { first, last }: ChosenPassage): QuotableText {
  return { ...quotable, shares: quotable.shares.map((share, at) => (at >= first && at <= last ? 0 : share)) };
}

/** The first quotable sentence that has a phrase; -1 when none does. */
export function findSentence({ text, textEnds }: QuotableText, phrase: string): number {
  return textEnds.findIndex((end, at) => hasPhrase(text.slice(textEnds[at - 1] ?? 0, end), phrase));
}

/**
 * Does a text have the words of a phrase one after the other, however they are written and punctuated?
 * @param phrase folded words
 */
export function hasPhrase(text: string, phrase: string): boolean {
  return ` ${foldWords(text).join(' ')} `.includes(` ${phrase} `);
}

/** A text, cut at a space when it is too long, with the sign that says so. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const sign = ' …';
  const end = longest - sign.length;
  return `${text.slice(0, text.lastIndexOf(' ', end) + 1 || end).trimEnd()}${sign}`;
}
