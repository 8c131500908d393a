import { expect, test } from 'vitest';
import { fillGeneratedParts } from './pages.ts';

const page = 'Before.\n\n<!-- generated: table -->\n\nAfter.\n';

test('a generated part takes the place of its line', () => {
  expect(fillGeneratedParts(page, { table: '| a |\n|---|\n' }).markdown).toBe('Before.\n\n| a |\n|---|\n\nAfter.\n');
});

test('a place after a generated part is found in the original, one inside it at its line', () => {
  const filled = fillGeneratedParts(page, { table: 'x'.repeat(100) });
  expect(filled.toOriginal(filled.markdown.indexOf('After'))).toBe(page.indexOf('After'));
  expect(filled.toOriginal(filled.markdown.indexOf('xxx') + 50)).toBe(page.indexOf('<!--'));
  expect(filled.toOriginal(2)).toBe(2);
});

test('a name nobody makes is reported where it stands', () => {
  expect(fillGeneratedParts(page, { constructor: 'x' }).unknown).toEqual([{ name: 'table', at: page.indexOf('<!--') }]);
});

test('without any parts the lines are left out and the page is not complete', () => {
  expect(fillGeneratedParts(page, undefined)).toMatchObject({
    markdown: 'Before.\n\n\n\nAfter.\n',
    unknown: [],
    isComplete: false,
  });
  expect(fillGeneratedParts('Plain.\n', undefined).isComplete).toBe(true);
});
