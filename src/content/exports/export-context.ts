import type { PublicArticle } from '../../library/library.ts';
import type { AuthorRecord } from '../load/names.ts';
import type { CitationStyle } from '../markdown/citation-text.ts';

/** Facts that an export adds to an article. */
export interface ExportContext {
  article: PublicArticle;
  url: string;
  publication: { name: string; publisher: string; email: string; language: string; citations: CitationStyle };
  authors: readonly AuthorRecord[];
}

/** An anchor as an XML name without a colon (Namespaces in XML section 7): `fig:rates` to `fig-rates`. */
export function toXmlId(anchor: string): string {
  const name = anchor.replaceAll(/[^\p{L}\p{N}_.-]/gu, '-');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

/** RFC 3339 full-date as the three elements that both formats have. */
export function splitDate(date: string): { year: string; month: string; day: string } {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day };
}
