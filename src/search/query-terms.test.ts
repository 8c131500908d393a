import { expect, it } from 'vitest';
import { grammarOf } from '../words/grammars.ts';
import { minScore, readQuestion } from './query-terms.ts';

it('stems the words of a question and none that it makes up', () => {
  const grammar = grammarOf('en');
  const stemmed: string[] = [];
  const { stem } = grammar;
  grammar.stem = (word) => {
    stemmed.push(word);
    return stem(word);
  };
  const text = 'interdisciplinarites counterrevolutionarie transcendentalizer incommensurabilitie zzyzx';
  const silent = { isKnown: () => false, countMatches: () => 0, findSpellings: () => [] };
  expect(readQuestion(text, { language: 'en', ...silent }).unknown).toBe(5);
  grammar.stem = stem;
  expect(stemmed).toEqual(text.split(' '));
});

it('looks up so many keys and no more for however many unknown words', () => {
  const words = Array.from(
    { length: 500 },
    (_, at) => `unheardofword${String.fromCharCode(97 + (at % 26)).repeat(7)}${at}`,
  );
  const text = words.map((word) => word.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))).join(' ');
  let keys = 0;
  const findSpellings = () => {
    keys += 1;
    return [];
  };
  readQuestion(text, { language: 'en', isKnown: () => false, countMatches: () => 0, findSpellings });
  expect(keys).toBeGreaterThan(4);
  expect(keys).toBeLessThanOrEqual(4 * 2 * 39);
});

it('asks the same of every short question, and less of a long one, whose words no passage has all', () => {
  expect([1, 5, 10].map((words) => minScore(words))).toEqual([18, 18, 18]);
  const long = [11, 20, 40, 200].map((words) => minScore(words));
  expect(long).toEqual(long.toSorted((a, b) => b - a));
  expect(long[0]).toBeGreaterThan(17);
  expect(long.at(-1)).toBeGreaterThan(6);
  expect(long.at(-1)).toBeLessThan(7);
});

it('asks more of what has one or two of several words, which may mean anything', () => {
  expect([0, 1, 2, 3, 4].map((found) => minScore(4, found))).toEqual([30, 30, 25, 18, 18]);
  expect([minScore(1, 1), minScore(2, 2)]).toEqual([18, 18]);
});
