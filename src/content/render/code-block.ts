import type { Tokens } from 'marked';
import { breakUrls, escapeHtml } from '../../library/markup.ts';
import type { Highlighter } from '../markdown/highlight.ts';
import { readAttributes } from '../markdown/label-syntax.ts';

/**
 * Characters of a line of code that fit beside the fold; code with a longer one takes more room where there is some.
 */
const columnsOfText = 62;

/**
 * The code of a block, and its language. The info string is `language`, and `title="server.ts"` after it if the code is
 * a file.
 */
export function readCode({ text, lang }: Tokens.Code): { code: string; language: string; title: string } {
  const [, language = '', title = ''] = /^(\S*)(?:.*\btitle="([^"]+)")?/.exec(lang ?? '') ?? [];
  return { code: text.replace(/\n$/, ''), language: language.toLowerCase(), title };
}

/** `{.wide}` in the info string says that the code takes more room. */
export function renderCode(node: Tokens.Code, highlighter: Pick<Highlighter, 'highlight'>): string {
  const { code, language, title } = readCode(node);
  const name = language === '' ? '' : ` data-language="${escapeHtml(language)}"`;
  // The frame is what a copy button is added to: moving the code into one in the browser would lay it out twice.
  const { room = longestLine(node.text) > columnsOfText ? 'wide' : undefined } = readAttributes(node.lang ?? '');
  const classes = (own: string) => (room ? `${own} ${room}` : own);
  const tag = `<code class="language-${escapeHtml(language || 'text')}">`;
  const block = (frame: string) =>
    `<div class="${frame}"><pre class="code"${name} tabindex="0">${tag}${breakUrls(highlighter.highlight(code, language))}</code></pre></div>`;
  if (title === '') return `${block(classes('code-block'))}\n`;
  return `<figure class="${classes('code-figure')}"><figcaption>${escapeHtml(title)}</figcaption>${block('code-block')}</figure>\n`;
}

function longestLine(text: string): number {
  return text.split('\n').reduce((most, line) => Math.max(most, line.length), 0);
}
