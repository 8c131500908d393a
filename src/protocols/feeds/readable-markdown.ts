import type { Body } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';
import { nameLabels } from './label-names.ts';

/**
 * A body for reading Markdown without its page: names in place of the author's labels, links that work from anywhere.
 */
export function renderReadable(body: Body, pageUrl: string): string {
  return absolutizeMarkdown(nameLabels(body), pageUrl).trim();
}
