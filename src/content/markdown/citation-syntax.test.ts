import { expect, test } from 'vitest';
import { composeCitation } from './citation-text.ts';
import { lexMarkdown } from './lexer.ts';
import { isNode, type Node } from './markdown-tokens.ts';
import { toPlainText } from './plain-text.ts';

const names = new Map([
  ['field2000', { authors: 'Field & Jo', year: '2000' }],
  ['b', { authors: 'Beer', year: '2001a' }],
  ['https://x.example/a', { authors: 'W3C', year: 'n.d.' }],
]);
const works = { findName: (key: string) => names.get(key) };

function write(markdown: string, style: 'numeric' | 'author-year') {
  const cited: string[] = [];
  const numberOf = (key: string) => cited.indexOf(key) + 1 || cited.push(key);
  const writing = { style, numberOf, escape: (text: string) => text, link: (mark: string) => mark };
  const writeNode = (node: Node) => (node.type === 'citation' ? composeCitation(node, writing) : node.raw);
  const [paragraph] = lexMarkdown(markdown, { hasMath: false, works });
  const tokens = paragraph && 'tokens' in paragraph ? (paragraph.tokens ?? []) : [];
  return tokens.map((token) => (isNode(token) ? writeNode(token) : token.raw)).join('');
}

test.each([
  ['A [@field2000].', 'A [1].', 'A (Field & Jo, 2000).'],
  [
    'A [see @field2000, p. 3; also @b].',
    'A [see 1, p. 3; also 2].',
    'A (see Field & Jo, 2000, p. 3; also Beer, 2001a).',
  ],
  ['A [see @field2000,\nchap. 2].', 'A [see 1, chap. 2].', 'A (see Field & Jo, 2000, chap. 2).'],
  ['Field says so [-@field2000].', 'Field says so [1].', 'Field says so (2000).'],
  ['@b says so.', 'Beer [1] says so.', 'Beer (2001a) says so.'],
  ['@b [p. 33] says so.', 'Beer [1, p. 33] says so.', 'Beer (2001a, p. 33) says so.'],
  ['Beer -@b says so.', 'Beer [1] says so.', 'Beer (2001a) says so.'],
  ['A [@field2000 p. 3 and more].', 'A [1, p. 3 and more].', 'A (Field & Jo, 2000, p. 3 and more).'],
  ['A [@field2000 and others].', 'A [1 and others].', 'A (Field & Jo, 2000 and others).'],
  ['A [@{https://x.example/a}].', 'A [1].', 'A (W3C, n.d.).'],
  ['As @b.', 'As Beer [1].', 'As Beer (2001a).'],
  ['A result [@b]: it holds.', 'A result [1]: it holds.', 'A result (Beer, 2001a): it holds.'],
  ['By @b [p. 3]: it holds.', 'By Beer [1, p. 3]: it holds.', 'By Beer (2001a, p. 3): it holds.'],
])('%j is written by number and by author and year', (markdown, numeric, authorYear) => {
  expect(write(markdown, 'numeric')).toBe(numeric);
  expect(write(markdown, 'author-year')).toBe(authorYear);
  expect(toPlainText(lexMarkdown(markdown, { hasMath: false, works })).trim()).toBe(authorYear.replaceAll('\n', ' '));
});

test.each(['mail@b', 'a\\@b', '@unknown', '[@b](https://x.example)', '`@b`', '@b/sdk', '[no key; @b]', 'x.@b'])(
  '%j is text that cites nothing in brackets',
  (markdown) => {
    expect(write(markdown, 'numeric')).not.toMatch(/^Beer|^\[1/);
  },
);
