import { expect, it } from 'vitest';
import { markDifferences, type Piece } from './differing-words.ts';

const write = (pieces: readonly Piece[]) => pieces.map(({ text, isOther }) => (isOther ? `[${text}]` : text)).join('');

it('marks the words of a quote that the text does not have, and those that it has instead', () => {
  const { quote, trueText } = markDifferences('All of the keys were valid.', 'Half of the keys were not valid');
  expect(write(quote)).toBe('[All] of the keys were valid.');
  expect(write(trueText)).toBe('[Half] of the keys were [not ]valid');
});
