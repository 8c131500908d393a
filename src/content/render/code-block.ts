import type { Tokens } from 'marked';
import { escapeHtml } from '../../library/markup.ts';
import type { Highlighter } from '../markdown/highlight.ts';

/** The info string is `language`, and `title="server.ts"` after it if the code is a file. */
export function renderCode(node: Tokens.Code, highlighter: Highlighter): string {
  const [, language = '', title = ''] = /^(\S*)(?:.*\btitle="([^"]+)")?/.exec(node.lang ?? '') ?? [];
  const code = highlighter.highlight(node.text.replace(/\n$/, ''), language.toLowerCase());
  const name = language === '' ? '' : ` data-language="${escapeHtml(language.toLowerCase())}"`;
  // The frame is what a copy button is added to: moving the code into one in the browser would lay it out twice.
  const tag = `<code class="language-${escapeHtml(language.toLowerCase() || 'text')}">`;
  const block = `<div class="code-block"><pre class="code"${name} tabindex="0">${tag}${code}</code></pre></div>`;
  if (title === '') return `${block}\n`;
  return `<figure class="code-figure"><figcaption>${escapeHtml(title)}</figcaption>${block}</figure>\n`;
}
