import type { Page } from '../../library/library.ts';
import type { FeedSource } from './feed-entries.ts';
import { renderLlmsTxt } from './llms-txt.ts';
import { renderReadable } from './readable-markdown.ts';

/** Characters that fit into one reading of the agents that fetch it. */
const maxSize = 100_000;

/**
 * llms-full.txt: llms.txt followed by the full text of free articles, from the newest on as many as fit. The rest are
 * listed with their URLs. Of a paid article it contains what llms.txt does.
 */
export function renderLlmsFull(source: FeedSource, pages: readonly Page[]): string {
  const { urls, articles } = source;
  const pieces = [renderLlmsTxt(source, pages).trimEnd(), '## Full texts'];
  let size = pieces.join('\n\n').length;
  const free = articles.filter(({ tier, retracted }) => tier === 'free' && !retracted);
  let left = free.length;
  for (const article of free) {
    const url = urls.article(article.slug);
    const text = `### ${article.title}\n\nSource: ${url}.md (${article.license.name})\n\n${renderReadable(article.body, url)}`;
    if (size + text.length > maxSize - 200) break;
    pieces.push(text);
    size += text.length + 2;
    left -= 1;
  }
  if (left > 0)
    pieces.push(
      `${left} more free articles are complete at their own URLs, listed above and in ${urls.at('/sitemap.md')}.`,
    );
  return `${pieces.join('\n\n')}\n`;
}
