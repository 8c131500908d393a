import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findGrammar } from '../words/grammars.ts';
import { findForms, findNeighbours, type Spelling, spellingKeys } from './spelling.ts';

function listByKey(words: readonly string[]): Map<number, Spelling[]> {
  const byKey = new Map<number, Spelling[]>();
  for (const word of new Set(words))
    for (const key of spellingKeys(word)) byKey.set(key, [...(byKey.get(key) ?? []), { word, term: word }]);
  return byKey;
}

const known = listByKey(['read', 'break', 'broad', 'beard', 'glacier', 'friction', 'count', 'type']);

function neighbours(word: string, byKey = known): string[] {
  return findNeighbours(word, (key) => byKey.get(key) ?? []).map((found) => found.word);
}

/** Every word one slip away, written out: what the index must find without writing them. */
function writeSlips(word: string): Set<string> {
  const letters = [...'abcdef'];
  const slips = Array.from({ length: word.length - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  );
  if (word.length <= 20) {
    for (let at = 0; at <= word.length; at++) {
      const [before, after] = [word.slice(0, at), word.slice(at + 1)];
      const changed = letters.map((letter) => before + letter + word.slice(at));
      if (at < word.length) changed.push(before + after, ...letters.map((letter) => before + letter + after));
      slips.push(...changed.filter((slip) => slip.length >= 5));
    }
  }
  return new Set(slips.filter((slip) => slip !== word));
}

it('finds a long word with a letter too many, wrong or missing, and any with two swapped', () => {
  expect(neighbours('glacer')).toEqual(['glacier']);
  expect(neighbours('frictionn')).toEqual(['friction']);
  expect(neighbours('frictjon')).toEqual(['friction']);
  expect(neighbours('frcition')).toEqual(['friction']);
  expect(neighbours('raed')).toEqual(['read']);
});

it('finds a word of nine letters or more with two slips, after those with one', () => {
  const long = listByKey(['idempotency', 'negotiation', 'negotiations', 'retracted']);
  expect(neighbours('idmpotancy', long)).toEqual(['idempotency']);
  expect(neighbours('negotiaton', long)).toEqual(['negotiation', 'negotiations']);
  expect(neighbours('retrcaetd', long)).toEqual(['retracted']);
  expect(neighbours('retrxxxed', long)).toEqual([]);
  expect(neighbours('frxctixn')).toEqual([]);
});

it('makes no word of four letters of another but by swapping', () => {
  expect(neighbours('bread')).toEqual(['break', 'broad']);
  expect(neighbours('tyre')).toEqual([]);
});

it('finds a word whose first letter is wrong, missing or one too many, but not beside another slip', () => {
  expect(neighbours('mount')).toEqual(['count']);
  for (const typed of ['riction', 'triction', 'ffriction', 'rfriction'])
    expect(neighbours(typed)).toEqual(['friction']);
  const long = listByKey(['idempotency']);
  expect(neighbours('dempotency', long)).toEqual(['idempotency']);
  expect(neighbours('dempotancy', long)).toEqual([]);
});

it.each([
  ['en', 'contaiinng', 'contain'],
  ['en', 'contanis', 'contain'],
  ['en', 'heping', 'help'],
  ['en', 'shped', 'shape'],
  ['de', 'zeitngen', 'zeitung'],
])('finds a word of which a form that no text has is one slip away (%s): %s', (language, typed, meant) => {
  const byKey = listByKey([meant, 'red', 'sing']);
  const find = (typed: string) => findForms(typed, (key) => byKey.get(key) ?? [], findGrammar(language));
  expect(find(typed).map(({ word }) => word)).toEqual([meant]);
  expect(find(`${typed.slice(0, 3)}xx${typed.slice(3)}`)).toEqual([]);
  expect(neighbours(typed, byKey)).toEqual([]);
});

it('finds exactly the words that writing out every slip would find', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 4, maxLength: 23 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 20 }), (typed, others, at) => {
      const slips = writeSlips(typed);
      const all = [...slips].filter((slip) => slip.length >= 4);
      const words = [...others, typed, ...at.flatMap((number) => all[number % all.length] ?? [])];
      const expected = [...new Set(words)].filter((word) => slips.has(word)).sort();
      const byKey = listByKey(words);
      const found = findNeighbours(typed, (key) => byKey.get(key) ?? []).filter((near) => near.slips === 1);
      expect(found.map((near) => near.word)).toEqual(expected);
    }),
  );
});

it.each([
  ['of twenty letters', 'abcdefghijklmnopqrst', 125],
  ['of fourteen', 'abcdefghijklmn', 125],
  ['of forty', 'abcdefghijklmnopqrstabcdefghijklmnopqrst', 125],
  ['longer than any', 'a'.repeat(10_000), 0],
])('looks up at most 125 keys for a word %s', (_, word, most) => {
  const keys: number[] = [];
  findNeighbours(word, (key) => {
    keys.push(key);
    return [];
  });
  expect(keys.length).toBeLessThanOrEqual(most);
  findForms(word, (key) => [{ word: '', term: String(keys.push(key)) }], findGrammar('en'));
  expect(keys.length).toBeLessThanOrEqual(most + 57);
});
