import type { Urls } from '../../contract/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import { buildLinkset } from '../../protocols/discovery/link-headers.ts';
import { renderArticleMarkdown } from '../../protocols/feeds/markdown-pages.ts';

/**
 * Renders a format of an article other than its HTML page, from the library.
 * @param format one of `articleFormats`
 */
export function renderArticleFormat(article: PublicArticle, format: string, urls: Urls): string | undefined {
  // Each of its texts is read from a file when it is asked for.
  const { citation } = article;
  switch (format) {
    case '.md':
      return renderArticleMarkdown(article, urls);
    case '.bib':
      return `${citation.bibtex.trim()}\n`;
    case '.ris':
      return `${citation.ris.trim()}\n`;
    case '.csl.json':
      return `${JSON.stringify([citation.csl], null, 2)}\n`;
    case '.linkset.json':
      return JSON.stringify(buildLinkset(article, urls));
    default:
      return undefined;
  }
}
