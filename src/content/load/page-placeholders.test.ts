import { expect, test } from 'vitest';
import { expandPlaceholders } from './page-placeholders.ts';

const page = 'Before.\n\n<!-- generated: table -->\n\nAfter.\n';

test('a generated part takes the place of its line', () => {
  expect(expandPlaceholders(page, { parts: { table: '| a |\n|---|\n' } }).markdown).toBe(
    'Before.\n\n| a |\n|---|\n\nAfter.\n',
  );
});

test('a place after a generated part is found in the original, one inside it at its line', () => {
  const filled = expandPlaceholders(page, { parts: { table: 'x'.repeat(100) } });
  expect(filled.toOriginal(filled.markdown.indexOf('After'))).toBe(page.indexOf('After'));
  expect(filled.toOriginal(filled.markdown.indexOf('xxx') + 50)).toBe(page.indexOf('<!--'));
  expect(filled.toOriginal(2)).toBe(2);
});

test('an unknown name is reported at its position', () => {
  expect(expandPlaceholders(page, { parts: { constructor: 'x' } }).unknown).toEqual([
    { kind: 'part', name: 'table', at: page.indexOf('<!--') },
  ]);
});

test('without any parts the lines are left out and the page is not complete', () => {
  expect(expandPlaceholders(page, {})).toMatchObject({
    markdown: 'Before.\n\n\n\nAfter.\n',
    unknown: [],
    isComplete: false,
  });
  expect(expandPlaceholders('Plain.\n', {}).isComplete).toBe(true);
});

test('a passage whose condition is false is left out, and its alternative takes its place', () => {
  const choice =
    'A.\n<!-- when: paid-article -->\nBuy {paid_slug}.\n<!-- otherwise -->\nNothing is paid.\n<!-- end -->\nZ.\n';
  const values = { paid_slug: 'a-study' };
  const withPaid = expandPlaceholders(choice, { values, facts: new Set(['paid-article']) });
  expect(withPaid.markdown).toBe('A.\nBuy a-study.\nZ.\n');
  const unsold = expandPlaceholders(choice, { values, facts: new Set() });
  expect(unsold.markdown).toBe('A.\nNothing is paid.\nZ.\n');
  expect(unsold.toOriginal(unsold.markdown.indexOf('Nothing'))).toBe(choice.indexOf('Nothing'));
});

test('an unknown fact is reported where it is used', () => {
  expect(expandPlaceholders('<!-- when: payed -->\nx\n<!-- end -->\n', {}).unknown).toEqual([
    { kind: 'fact', name: 'payed', at: 0 },
  ]);
});
