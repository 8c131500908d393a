import { encodeDirective } from '../../contract/text-directive.ts';
import { foldText } from '../../search/folded-text.ts';
import type { FoundQuote } from './verify-quote.ts';

/** W3C Web Annotation Data Model, sections 4.2.4 and 4.2.5: where a quote is in the Markdown of its text. */
export type Selector =
  | { type: 'TextQuoteSelector'; exact: string; prefix: string; suffix: string }
  | { type: 'TextPositionSelector'; start: number; end: number };

const contextLength = 32;

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
