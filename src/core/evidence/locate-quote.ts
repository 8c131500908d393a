import { type FoldedWord, foldText, listFoldedWords } from '../../search/folded-text.ts';
import { pairAt, type QuotedText } from './quoted-text.ts';

/** Where a quote is in the Markdown: from its first character to the one after its last. */
export interface QuoteMatch {
  status: 'exact' | 'normalized' | 'altered';
  start: number;
  end: number;
  /** The words of the text instead; only of an altered quote. */
  trueText?: string;
}

interface Range {
  start: number;
  end: number;
}

/** A quote of fewer words is found only as it is written. */
export const minWords = 4;
/** The share of its words in which an altered quote may differ. */
const maxDifference = 0.34;
/** A quote is joined from pieces of the text when so many of its words are in runs of so many of the text. */
const minCoverage = 0.6;
const minRun = 4;

/** A quote as it is looked for in one text after the other. */
export interface PreparedQuote {
  trimmed: string;
  folded: string;
  words: readonly FoldedWord[];
  /** Each two words in a row. */
  pairs: readonly string[];
  /** The number of each word, by which words are compared. */
  numbers: ReadonlyMap<string, number>;
}

/** Does once for a quote what does not depend on the text. */
export function prepareQuote(quote: string): PreparedQuote {
  const trimmed = quote.normalize().trim();
  const folded = foldText(trimmed).text.trim();
  const words = listFoldedWords(folded);
  const pairs = words.slice(1).map((_, index) => pairAt(words, index));
  return { trimmed, folded, words, pairs, numbers: new Map(words.map(({ word }, index) => [word, index])) };
}

/**
 * The best place of a quote in a text: as it is written in the Markdown or on the page, or without what a copy may
 * lose, or with other words.
 * @param about.preferred section that the caller names: of equal matches, the one in it is taken
 * @param about.isUnaltered looks for no place with other words, which takes longest
 */
export function locateQuote(
  text: QuotedText,
  quote: PreparedQuote,
  about: { preferred?: Range | undefined; isUnaltered?: boolean } = {},
): QuoteMatch | undefined {
  const { preferred, isUnaltered = false } = about;
  const { trimmed } = quote;
  const { markdown, folded, page } = text;
  const literal = chooseRange(listRanges(markdown, trimmed), preferred);
  if (literal) return { status: 'exact', ...literal };
  const isOnPage = page().includes(trimmed.replaceAll(/\s*\n\s*/g, '\n'));
  const found = chooseRange(
    listRanges(folded().text, quote.folded).map((range) => toSource(text, range)),
    preferred,
  );
  if (found) return { status: isOnPage ? 'exact' : 'normalized', ...found };
  if (isUnaltered && !isOnPage) return undefined;
  const near = locateAltered(text, quote);
  // Formulas have other words on the page than in Markdown.
  return near && isOnPage ? { status: 'exact', start: near.start, end: near.end } : near;
}

function listRanges(text: string, part: string): Range[] {
  const ranges: Range[] = [];
  if (part === '') return ranges;
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length)) {
    ranges.push({ start, end: start + part.length });
  }
  return ranges;
}

function chooseRange(ranges: readonly Range[], preferred: Range | undefined): Range | undefined {
  return ranges.find(({ start }) => preferred && start >= preferred.start && start < preferred.end) ?? ranges[0];
}

function toSource({ folded }: QuotedText, { start, end }: Range): Range {
  const { sourceIndex } = folded();
  return { start: sourceIndex(start), end: sourceIndex(end - 1) + 1 };
}

function locateAltered(text: QuotedText, quote: PreparedQuote): QuoteMatch | undefined {
  const { length } = quote.words;
  if (length < minWords) return undefined;
  const shift = findShift(text, quote);
  if (shift === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(length * maxDifference));
  const from = Math.max(0, shift - allowed);
  const to = Math.max(from, shift + length + allowed);
  // Each change takes two pairs of words at most. Most texts have too few, and need not be compared word by word.
  if (countPairs(text, quote, { start: from, end: to }) >= length - 1 - 2 * allowed) {
    const { distance, start, end } = alignWords(quote, text.words().slice(from, to));
    if (distance <= allowed) return quoteRuns(text, [[from + start, from + end]]);
  }
  const runs = listRuns(text, quote);
  const covered = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return covered >= length * minCoverage ? quoteRuns(text, runs) : undefined;
}

/** How many words the quote has to be moved so that most of its pairs of words are where the text has them. */
function findShift(text: QuotedText, { words, pairs }: PreparedQuote): number | undefined {
  const votes = new Uint32Array(text.words().length + words.length);
  let best: number | undefined;
  for (const [index, pair] of pairs.entries()) {
    for (const position of text.pairs().get(pair) ?? []) {
      const at = position - index + words.length;
      const count = (votes[at] ?? 0) + 1;
      votes[at] = count;
      if (best === undefined || count > (votes[best] ?? 0)) best = at;
    }
  }
  return best === undefined ? undefined : best - words.length;
}

/** The places in a part of the text that have a pair of words of the quote. */
function countPairs(text: QuotedText, quote: PreparedQuote, { start, end }: Range): number {
  let count = 0;
  for (const pair of new Set(quote.pairs)) {
    for (const position of text.pairs().get(pair) ?? []) count += Number(position >= start && position < end);
  }
  return count;
}

/**
 * The part of `window` with the fewest changes of words from the quote (Sellers 1980): indexes of its first and last
 * word.
 */
function alignWords({ words, numbers }: PreparedQuote, window: readonly FoldedWord[]) {
  const wanted = Int32Array.from(words, ({ word }) => numbers.get(word) ?? 0);
  const rows = words.length;
  let costs = Int32Array.from({ length: rows + 1 }, (_, index) => index);
  let starts = new Int32Array(rows + 1);
  let nextCosts = new Int32Array(rows + 1);
  let nextStarts = new Int32Array(rows + 1);
  let best = { distance: rows, start: 0, end: 0 };
  for (const [position, { word }] of window.entries()) {
    const given = numbers.get(word) ?? -1;
    nextCosts[0] = 0;
    nextStarts[0] = position + 1;
    for (let row = 1; row <= rows; row += 1) {
      const replaced = (costs[row - 1] ?? 0) + Number(wanted[row - 1] !== given);
      const skipped = (nextCosts[row - 1] ?? 0) + 1;
      const added = (costs[row] ?? 0) + 1;
      const cost = Math.min(replaced, skipped, added);
      nextCosts[row] = cost;
      nextStarts[row] = (cost === replaced ? starts[row - 1] : cost === added ? starts[row] : nextStarts[row - 1]) ?? 0;
    }
    [costs, nextCosts] = [nextCosts, costs];
    [starts, nextStarts] = [nextStarts, starts];
    const distance = costs[rows] ?? rows;
    if (distance < best.distance) best = { distance, start: starts[rows] ?? 0, end: position };
  }
  return best;
}

type Run = [first: number, last: number];

/** Runs of words of the quote that the text has, each the longest there is. */
function listRuns(text: QuotedText, { words: quote, pairs }: PreparedQuote): Run[] {
  const words = text.words();
  const runs: Run[] = [];
  for (let index = 0; index < quote.length; ) {
    let longest: Run = [0, -1];
    for (const position of text.pairs().get(pairs[index] ?? '') ?? []) {
      let length = 2;
      while (index + length < quote.length && quote[index + length]?.word === words[position + length]?.word)
        length += 1;
      if (length > longest[1] - longest[0] + 1) longest = [position, position + length - 1];
    }
    const length = longest[1] - longest[0] + 1;
    if (length >= minRun) runs.push(longest);
    index += Math.max(1, length);
  }
  return runs;
}

function quoteRuns(text: QuotedText, runs: readonly Run[]): QuoteMatch {
  const words = text.words();
  const ranges = runs.map(([first, last]) =>
    toSource(text, { start: words[first]?.start ?? 0, end: words[last]?.end ?? 1 }),
  );
  const trueText = ranges.map(({ start, end }) => text.markdown.slice(start, end)).join(' […] ');
  return { status: 'altered', start: ranges[0]?.start ?? 0, end: ranges[0]?.end ?? 0, trueText };
}
