import { expect, it } from 'vitest';
import { setTitle } from '../words/typography.ts';
import { analyse } from './analyse.ts';
import { markTerms, quoteUnderHeading } from './marks.ts';

function marked(text: string, question: string): string[] {
  const pieces = markTerms(text, new Set(analyse(question)));
  expect(pieces.map((piece) => piece.text).join('')).toBe(setTitle(text, 'en'));
  return pieces.filter(({ isMarked }) => isMarked).map((piece) => piece.text);
}

it('marks the words that a question asked for, in any form', () => {
  expect(marked('Heated wings, heating; a wheat field.', 'How does heat move a wing?')).toEqual([
    'Heated',
    'wings',
    'heating',
  ]);
});

it('marks words with accents, apostrophes and hyphens whole', () => {
  expect(marked('Müller’s IL-10 test, naïve.', 'muller il10 naive')).toEqual(['Müller’s', 'IL-10', 'naïve']);
});

it('marks a number whole, and none that only shares digits with it', () => {
  expect(marked('Of 31,742 keys 62.4 % passed, 742 of 4.', '31742 62.4')).toEqual(['31,742', '62.4']);
});

it('marks nothing without a word of the question', () => {
  expect(marked('The of and.', 'the of and')).toEqual([]);
  expect(markTerms('', new Set(['heat']))).toEqual([]);
});

it('sets the quotes of a passage as its page does, but not those of code', () => {
  const show = (text: string) =>
    markTerms(text, new Set(['done']))
      .map((piece) => piece.text)
      .join('');
  expect(show('What "done" may mean ("ready"), in the server\'s words.')).toBe(
    'What “done” may mean (“ready”), in the server’s words.',
  );
  expect(show('It sends {"done": true} and a=\'b\'.')).toBe('It sends {"done": true} and a=\'b\'.');
});

it('leaves the heading out of a quote that begins with it, where the page has it above', () => {
  const heading = 'Limits';
  expect(quoteUnderHeading({ heading, snippet: 'Limits: One list.' })).toBe('One list.');
  expect(quoteUnderHeading({ heading, snippet: 'Limits are few.' })).toBe('Limits are few.');
  expect(quoteUnderHeading({ heading: '', snippet: ': a' })).toBe(': a');
});
