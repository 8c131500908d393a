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

/** A quote of less words is found only as it is written. */
export const minWords = 4;
/** The share of its words in which an altered quote may differ. */
const maxDifference = 0.34;
/** A quote is joined from pieces of the text when so many of its words are in runs of so many of the text. */
const minCoverage = 0.6;
const minRun = 4;

/**
 * The best place of a quote in a text: as it is written in the Markdown or on the page, or without what a copy may lose, or with
 * other words.
 * @param preferred section that the caller names: of equal matches, the one in it is taken
 */
export function locateQuote(text: QuotedText, quote: string, preferred?: Range): QuoteMatch | undefined {
  const trimmed = quote.normalize().trim();
  const { markdown, folded, page } = text;
  const literal = chooseRange(listRanges(markdown, trimmed), preferred);
  if (literal) return { status: 'exact', ...literal };
  const isOnPage = page().includes(trimmed.replaceAll(/\s*\n\s*/g, '\n'));
  const wanted = foldText(trimmed).text.trim();
  const found = chooseRange(
    listRanges(folded().text, wanted).map((range) => toSource(text, range)),
    preferred,
  );
  if (found) return { status: isOnPage ? 'exact' : 'normalized', ...found };
  const near = locateAltered(text, listFoldedWords(wanted));
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

function locateAltered(text: QuotedText, quote: readonly FoldedWord[]): QuoteMatch | undefined {
  if (quote.length < minWords) return undefined;
  const shift = findShift(text, quote);
  if (shift === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(quote.length * maxDifference));
  const from = Math.max(0, shift - allowed);
  const window = text.words().slice(from, shift + quote.length + allowed);
  const { distance, start, end } = alignWords(quote, window);
  if (distance <= allowed) return quoteRuns(text, [[from + start, from + end]]);
  const runs = listRuns(text, quote);
  const covered = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return covered >= quote.length * minCoverage ? quoteRuns(text, runs) : undefined;
}

/** By how many words the quote has to be moved so that most of its pairs of words are where the text has them. */
function findShift(text: QuotedText, quote: readonly FoldedWord[]): number | undefined {
  const votes = new Map<number, number>();
  let best: number | undefined;
  for (let index = 0; index + 1 < quote.length; index += 1) {
    for (const position of text.pairs().get(pairAt(quote, index)) ?? []) {
      const shift = position - index;
      votes.set(shift, (votes.get(shift) ?? 0) + 1);
      if (best === undefined || (votes.get(shift) ?? 0) > (votes.get(best) ?? 0)) best = shift;
    }
  }
  return best;
}

/** The part of `window` with the fewest changes of words from the quote (Sellers 1980): indexes of its first and last word. */
function alignWords(quote: readonly FoldedWord[], window: readonly FoldedWord[]) {
  let costs = Array.from({ length: quote.length + 1 }, (_, index) => index);
  let starts = costs.map(() => 0);
  let best = { distance: quote.length, start: 0, end: 0 };
  for (const [position, { word }] of window.entries()) {
    const nextCosts = [0];
    const nextStarts = [position + 1];
    for (let row = 1; row <= quote.length; row += 1) {
      const replaced = (costs[row - 1] ?? 0) + Number(quote[row - 1]?.word !== word);
      const skipped = (nextCosts[row - 1] ?? 0) + 1;
      const added = (costs[row] ?? 0) + 1;
      const cost = Math.min(replaced, skipped, added);
      nextCosts.push(cost);
      nextStarts.push((cost === replaced ? starts[row - 1] : cost === added ? starts[row] : nextStarts[row - 1]) ?? 0);
    }
    [costs, starts] = [nextCosts, nextStarts];
    const distance = costs[quote.length] ?? quote.length;
    if (distance < best.distance) best = { distance, start: starts[quote.length] ?? 0, end: position };
  }
  return best;
}

type Run = [first: number, last: number];

/** Runs of words of the quote that the text has, each the longest there is. */
function listRuns(text: QuotedText, quote: readonly FoldedWord[]): Run[] {
  const words = text.words();
  const runs: Run[] = [];
  for (let index = 0; index < quote.length; ) {
    let longest: Run = [0, -1];
    for (const position of text.pairs().get(pairAt(quote, index)) ?? []) {
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
