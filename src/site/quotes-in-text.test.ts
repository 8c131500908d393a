import { expect, it } from 'vitest';
import { listQuotes } from './quotes-in-text.ts';

it('takes what is in quotation marks of any language, and quoted lines', () => {
  const text =
    'He says "one two three four" and “five “six” seven eight”, «neuf dix onze douze».\n\n> A line\n> and another.\n';
  expect(listQuotes(text)).toEqual([
    'one two three four',
    'five “six” seven eight',
    'neuf dix onze douze',
    'A line\nand another.',
  ]);
});

it('takes no single quoted words, and paragraphs where nothing is quoted', () => {
  expect(listQuotes('A "telling-word" is here, and "one two three four".')).toEqual(['one two three four']);
  expect(listQuotes('First paragraph.\r\n\r\n\r\nSecond one.\n')).toEqual(['First paragraph.', 'Second one.']);
});

it('takes twenty quotes of 2,000 characters at most', () => {
  const quotes = listQuotes(Array.from({ length: 30 }, () => 'a'.repeat(3_000)).join('\n\n'));
  expect([quotes.length, quotes[0]?.length]).toEqual([20, 2_000]);
});
