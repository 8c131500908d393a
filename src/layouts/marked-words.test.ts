import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markWords } from './marked-words.ts';

const marked = (text: string, question: string) =>
  markWords(text, question)
    .filter(({ isMarked }) => isMarked)
    .map(({ text: piece }) => piece);

it('marks the words of the question and those that begin like them, whatever their case', () => {
  expect(marked('Payments: a payment is paid by the payer.', 'PAYMENT of')).toEqual(['Payments', 'payment']);
});

it('leaves short words alone', () => {
  expect(marked('It is a key', 'is a')).toEqual([]);
});

it('loses nothing of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, question) => {
      expect(
        markWords(text, question)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
