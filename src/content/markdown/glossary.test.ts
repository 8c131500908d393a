import { expect, test } from 'vitest';
import { readGlossary } from './glossary.ts';
import { findHeadings } from './headings.ts';
import { lexMarkdown } from './lexer.ts';
import { locateTokens } from './markdown-tokens.ts';

function read(markdown: string) {
  const placed = locateTokens(lexMarkdown(markdown, { hasMath: false }), markdown);
  return readGlossary(placed, findHeadings(placed));
}

test('a paragraph that begins with a word in bold explains it, with an anchor of its own', () => {
  expect(read('**Agent.** A *program*.\n\n## Limits\n\n**Rate limit.** How `many` calls.\n')).toMatchObject([
    { term: 'Agent', aliases: [], definition: 'A program.', id: 'term-agent', at: 0 },
    { term: 'Rate limit', aliases: [], definition: 'How many calls.', id: 'term-rate-limit', at: 36 },
  ]);
});

test('the words in italics after it are other words for it', () => {
  expect(read('**Rate limit.** *Also: throttling,\nrequest quota.* How many calls.\n')).toMatchObject([
    { term: 'Rate limit', aliases: ['throttling', 'request quota'], definition: 'How many calls.' },
  ]);
});

test('an anchor that a heading has is not given to an entry', () => {
  expect(read('## Term agent\n\n**Agent.** A program.\n\n**Agent!** Another.\n').map(({ id }) => id)).toEqual([
    'term-agent-1',
    'term-agent-2',
  ]);
});

test('bold in a sentence, a list or a quote explains nothing', () => {
  expect(read('See **this**.\n\n- **One.** Item\n\n> **Two.** Quote\n')).toEqual([]);
});
