import type { Body } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';
import { numberCitations } from './citation-numbers.ts';
import { nameLabels } from './label-names.ts';

/**
 * A body for reading Markdown without its page: numbers and names in place of the author's keys, links that work from
 * anywhere.
 */
export function renderReadable(body: Body, pageUrl: string): string {
  return numberCitations(absolutizeMarkdown(nameLabels(body), pageUrl)).trim();
}
