import { foldText } from '../../search/folded-text.ts';
import type { FoundQuote } from './verify-quote.ts';

/** W3C Web Annotation Data Model, sections 4.2.4 and 4.2.5: where a quote is in the Markdown of its text. */
export type Selector =
  | { type: 'TextQuoteSelector'; exact: string; prefix: string; suffix: string }
  | { type: 'TextPositionSelector'; start: number; end: number };

const contextLength = 32;
/** A quote with more words than this is named by its first and last words. */
const maxWholeWords = 12;
const edgeWords = 5;

/** Positions count Unicode code points, as the data model requires. */
export function createSelectors({ text: { markdown }, match: { start, end } }: Pick<FoundQuote, 'text' | 'match'>) {
  const exact = markdown.slice(start, end);
  const before = [...markdown.slice(0, start)];
  return [
    {
      type: 'TextQuoteSelector',
      exact,
      prefix: before.slice(-contextLength).join(''),
      suffix: [...markdown.slice(end, end + 2 * contextLength)].slice(0, contextLength).join(''),
    },
    { type: 'TextPositionSelector', start: before.length, end: before.length + [...exact].length },
  ] satisfies Selector[];
}

/** A URL fragment that leads to the words of a quote on the page (URL Fragment Text Directives), or to its section. */
export function createFragment({ text, match, section }: Pick<FoundQuote, 'text' | 'match' | 'section'>): string {
  const { text: folded, sourceIndex } = text.foldedPage();
  const wanted = foldText(text.markdown.slice(match.start, match.end)).text.trim();
  const at = wanted === '' ? -1 : folded.indexOf(wanted);
  const anchor = section ? `#${encodeURIComponent(section.id)}` : '';
  if (at < 0) return anchor;
  const words = text.page().slice(sourceIndex(at), sourceIndex(at + wanted.length - 1) + 1);
  return `${anchor || '#'}:~:text=${encodeDirective(words)}`;
}

/** The words of a range must be in one block each: its edges are the first words of the first line and the last of the last. */
export function encodeDirective(quote: string): string {
  const lines = quote
    .split('\n')
    .map((line) => line.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
  const [first = []] = lines;
  const last = lines.at(-1) ?? [];
  if (lines.length === 1 && first.length <= maxWholeWords) return encode(first);
  return `${encode(first.slice(0, edgeWords))},${encode(last.slice(-edgeWords))}`;
}

/** A hyphen, a comma and an ampersand have a meaning in a directive. */
function encode(words: readonly string[]): string {
  return encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');
}
