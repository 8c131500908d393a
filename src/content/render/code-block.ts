import type { Tokens } from 'marked';
import { escapeHtml } from '../../library/markup.ts';
import type { Highlighter } from '../markdown/highlight.ts';
import { readAttributes } from '../markdown/label-syntax.ts';

/** Characters of a line of code that fit beside the fold; code with a longer one takes more room where there is some. */
const columnsOfText = 62;

/** The info string is `language`, after it `title="server.ts"` if the code is a file, and `{.wide}` if it takes more room. */
export function renderCode(node: Tokens.Code, highlighter: Highlighter): string {
  const [, language = '', title = ''] = /^(\S*)(?:.*\btitle="([^"]+)")?/.exec(node.lang ?? '') ?? [];
  const code = highlighter.highlight(node.text.replace(/\n$/, ''), language.toLowerCase());
  const name = language === '' ? '' : ` data-language="${escapeHtml(language.toLowerCase())}"`;
  // The frame is what a copy button is added to: moving the code into one in the browser would lay it out twice.
  const { room = longestLine(node.text) > columnsOfText ? 'wide' : undefined } = readAttributes(node.lang ?? '');
  const classes = (own: string) => (room ? `${own} ${room}` : own);
  const tag = `<code class="language-${escapeHtml(language.toLowerCase() || 'text')}">`;
  const block = (frame: string) =>
    `<div class="${frame}"><pre class="code"${name} tabindex="0">${tag}${code}</code></pre></div>`;
  if (title === '') return `${block(classes('code-block'))}\n`;
  return `<figure class="${classes('code-figure')}"><figcaption>${escapeHtml(title)}</figcaption>${block('code-block')}</figure>\n`;
}

function longestLine(text: string): number {
  return text.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
}
