import { expect, it } from 'vitest';
import { findGrammar } from '../words/grammars.ts';
import { readQuestion } from './query-terms.ts';

it('stems the words of a question and none that it makes up', () => {
  const grammar = findGrammar('en');
  const stemmed: string[] = [];
  const { stem } = grammar;
  grammar.stem = (word) => {
    stemmed.push(word);
    return stem(word);
  };
  const text = 'interdisciplinarites counterrevolutionarie transcendentalizer incommensurabilitie zzyzx';
  const silent = { isKnown: () => false, countMatches: () => 0, findSpellings: () => [] };
  expect(readQuestion(text, { languages: ['en'], ...silent }).unknown).toBe(5);
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
  readQuestion(text, { languages: ['en'], isKnown: () => false, countMatches: () => 0, findSpellings });
  expect(keys).toBeGreaterThan(4);
  expect(keys).toBeLessThanOrEqual(4 * 2 * 124);
});

it('counts little of a word as not understood when it is guessed or all its parts are known', () => {
  const words = ['content', 'rfc', '9110'];
  const findSpellings = () => [{ word: 'content', term: 'content' }];
  const vocabulary = {
    languages: ['en'],
    isKnown: (term: string) => words.includes(term),
    countMatches: () => 1,
    findSpellings,
  };
  expect(readQuestion('contnet', vocabulary).unknown).toBeCloseTo(0.15);
  expect(readQuestion('rfc9110', vocabulary).unknown).toBeCloseTo(0.15);
  expect([...readQuestion('contnet rfc9110', vocabulary).known.keys()].sort()).toEqual(words.sort());
  expect(readQuestion('xylophones', vocabulary).unknown).toBe(1);
  expect(readQuestion('9110.5', vocabulary).unknown).toBe(1);
});

it.each([
  ['lager', 'larger'],
  ['laetr', 'later'],
  ['latter', 'later'],
  ['lazer', 'later'],
])('takes a letter to be left out, swapped or doubled rather than another one typed: %s', (typed, meant) => {
  const counts: Readonly<Record<string, number>> = { larger: 2, later: 20, latner: 200 };
  const words = Object.keys(counts);
  const vocabulary = {
    languages: ['en'],
    isKnown: (term: string) => words.includes(term),
    countMatches: (term: string) => counts[term] ?? 0,
    findSpellings: () => words.map((word) => ({ word, term: word })),
  };
  expect([...readQuestion(typed, vocabulary).known.keys()]).toEqual([meant]);
});
