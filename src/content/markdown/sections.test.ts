import { expect, test } from 'vitest';
import { prepareText } from '../../../tests/content/render-text.ts';
import type { Section } from '../../library/library.ts';
import { codeMark } from '../../search/sentences.ts';
import { countSectionWords, readingMinutes, splitSections, sumWords } from './sections.ts';

async function sectionsOf(markdown: string): Promise<Section[]> {
  const { prepared } = await prepareText(markdown);
  return prepared ? splitSections(prepared.document.tokens, { ...prepared.document, language: 'en' }) : [];
}

test('text is split at headings, without markup, each code block in a marked line that has no words to count', async () => {
  const markdown =
    'Intro **bold** `code`.\n\n```js\nhidden();\n```\n\n## One *two*\n\n- a\n- b\n\n### Three\n\n| h |\n|---|\n| c |\n';
  const sections = await sectionsOf(markdown);
  expect(countSectionWords(sections)).toEqual([3, 2, 2]);
  expect(sections).toEqual([
    { id: null, heading: '', text: `Intro bold code.\n${codeMark}hidden();` },
    { id: 'one-two', heading: 'One two', text: 'a\nb' },
    { id: 'three', heading: 'Three', text: 'h\nc' },
  ]);
});

test('a footnote is in the section that first refers to it, once, and nowhere without a reference', async () => {
  const markdown = '## A\n\nOne[^x].\n\n[^x]: The note[^y].\n[^y]: Deeper.\n[^z]: Unused.\n\n## B\n\nTwo[^x].\n';
  expect((await sectionsOf(markdown)).map(({ text }) => text)).toEqual(['One.\nThe note.\nDeeper.', 'Two.']);
});

test('words are runs with a letter or digit, headings included', async () => {
  const sections = await sectionsOf('## Two words\n\nThree plain — words, 42%.\n');
  expect(countSectionWords(sections)).toEqual([4]);
  expect(sumWords(sections, [4])).toBe(6);
});

test('words of a script without spaces are counted by a dictionary', async () => {
  expect(countSectionWords(await sectionsOf('東京で研究を発表しました。 See rate-limit 42.\n'))).toEqual([10]);
});

test('reading takes a minute at least, and 230 words a minute', () => {
  expect([0, 100, 690].map(readingMinutes)).toEqual([1, 1, 3]);
});

test("a sentence across the author's line ends stays one line", async () => {
  const [section] = await sectionsOf(
    'One sentence\nover *two\nlines* and `more\ncode`.\n\n- an item\n  goes on\n- next\n',
  );
  expect(section?.text).toBe('One sentence over two lines and more code.\nan item goes on\nnext');
});

test('a citation of an unknown work stays as it was typed', async () => {
  const [section] = await sectionsOf(
    'One of its *relatives* [@a2020]. Then `x` [@a2020; @b, p. 3], and\n[@b] says more\n[@b].\n',
  );
  expect(section?.text).toBe('One of its relatives [@a2020]. Then x [@a2020; @b, p. 3], and [@b] says more [@b].');
});

test('a formula is text that a person can read', async () => {
  const markdown =
    'Groups of $n$ give\n\n$$\nr(n) = \\frac{n}{f + n\\,w}\n$$\n\nwhich climbs towards \\(\\frac{1}{w}\\).\n';
  expect((await sectionsOf(markdown)).map(({ text }) => text)).toEqual([
    'Groups of n give\nr(n) = n / (f + n w)\nwhich climbs towards 1 / w.',
  ]);
});
