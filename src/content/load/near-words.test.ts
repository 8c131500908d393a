import { expect, test } from 'vitest';
import { createRandom } from '../../../tests/load/generate-articles.ts';
import { editDistance } from './closest-match.ts';
import { indexNearWords, maxEdits } from './near-words.ts';

test('finds the words that a comparison with each of them finds', () => {
  const random = createRandom(3);
  const writeWord = () => Array.from({ length: 1 + random(9) }, () => 'abc'[random(3)]).join('');
  const words = [...new Set(Array.from({ length: 300 }, writeWord))];
  const findNear = indexNearWords(words);
  let found = 0;
  for (let count = 0; count < 300; count += 1) {
    const word = writeWord();
    const expected = words
      .map((near) => ({ word: near, edits: editDistance(word, near) }))
      .filter(({ edits }) => edits <= maxEdits);
    expect(findNear(word)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(1_000);
});

test('compares few of thousands of words', () => {
  const words = Array.from({ length: 5_000 }, (_, number) => `tag-of-${(number * 7_919) % 100_000}-words`);
  let compared = 0;
  const counted = new Proxy(words, {
    get(list, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) compared += 1;
      return Reflect.get(list, name);
    },
  });
  const findNear = indexNearWords(counted);
  compared = 0;
  expect(findNear('rate-limits').length).toBe(0);
  expect(compared).toBe(0);
});
