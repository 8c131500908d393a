import { expect, test } from 'vitest';
import { explainLookAlike } from './look-alikes.ts';

test.each([
  ['an accent apart from its letter', 'cafe\u0301', '. Its character 5 is U+0301, an accent apart from its letter'],
  ['a Cyrillic letter', 'r\u0430tes', '. Its character 2 is U+0430, which looks like a'],
  ['a Cyrillic capital', 'R\u0410TES', '. Its character 2 is U+0410, which looks like A'],
  ['a hyphen that is none', 'two\u2011way', '. Its character 4 is U+2011, which looks like -'],
  ['a character without width', 'rates\u200B', '. Its character 6 is U+200B, which cannot be seen'],
  ['letters that are what they seem', 'café-2', ''],
])('%s is named by its code point', (_, text, message) => {
  expect(explainLookAlike(text)).toBe(message);
});
