import { expect, it } from 'vitest';
import { lexMarkdown } from '../markdown/lexer.ts';
import { readableText } from './readable-text.ts';

it('reads a text without its markup, and leaves code and tables as they are', () => {
  const markdown =
    '## A *title*\n\nSee [this](https://x.test) `now`.\n\n- one\n- **two**\n\n```js\nlet a;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  expect(readableText(lexMarkdown(markdown, { hasMath: false }))).toBe(
    'A title\n\nSee this now.\n\n- one\n- two\n\n```js\nlet a;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  );
});
