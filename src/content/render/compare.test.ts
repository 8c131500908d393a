import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Paragraph } from '../../library/library.ts';
import { compareTexts } from './compare.ts';

const read = (paragraphs: readonly Paragraph[], left: 'added' | 'removed') =>
  paragraphs
    .map((pieces) =>
      pieces
        .filter(({ is }) => is !== left)
        .map(({ text }) => text)
        .join(''),
    )
    .filter((text) => text !== '');

test('a changed word is marked in its paragraph, and the other paragraphs stay whole', () => {
  expect(compareTexts('One stays.\n\nKeys have 12 bytes each.', 'One stays.\n\nKeys have 10 bytes each.')).toEqual([
    [{ text: 'One stays.', is: 'same' }],
    [
      { text: 'Keys have ', is: 'same' },
      { text: '12 ', is: 'removed' },
      { text: '10 ', is: 'added' },
      { text: 'bytes each.', is: 'same' },
    ],
  ]);
});

test('a paragraph that has nothing of the one before it is new, and the other is gone', () => {
  expect(compareTexts('Old words here.', 'Entirely different sentence.')).toEqual([
    [{ text: 'Old words here.', is: 'removed' }],
    [{ text: 'Entirely different sentence.', is: 'added' }],
  ]);
});

test('a paragraph of 10,000 words is compared without a table of all pairs', () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `w${index % 2_000}`);
  const changed = words.with(5_000, 'other');
  const before = process.memoryUsage().arrayBuffers;
  const [paragraph] = compareTexts(words.join(' '), changed.join(' '));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  expect(paragraph?.filter(({ is }) => is !== 'same').map(({ text }) => text)).toEqual(['w1000 ', 'other ']);
});

test('two paragraphs with too many differences are shown one after the other', () => {
  const words = Array.from({ length: 5_000 }, (_, index) => `w${index}`);
  const [removed, added, ...others] = compareTexts(words.join(' '), words.toReversed().join(' '));
  expect(removed?.map(({ is }) => is)).toEqual(['removed']);
  expect(added?.map(({ is }) => is)).toEqual(['added']);
  expect(others).toEqual([]);
});

test('both texts can be read out of their comparison', () => {
  const text = fc
    .array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((paragraphs) => paragraphs.map((words) => words.join(' ')));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const compared = compareTexts(before.join('\n\n'), after.join('\n\n'));
      const tidy = (list: readonly string[]) => list.map((entry) => entry.trim());
      expect(tidy(read(compared, 'added'))).toEqual(before);
      expect(tidy(read(compared, 'removed'))).toEqual(after);
    }),
  );
});
