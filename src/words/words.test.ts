import { expect, it } from 'vitest';
import { de } from './de.ts';
import { chooseWords, hasWords } from './words.ts';

it('finds the words of a language however its tag is written', () => {
  for (const tag of ['de', 'DE', 'de-CH', 'De-ch']) expect(chooseWords(tag), tag).toBe(de);
  for (const tag of ['den', 'tlh', '']) expect(hasWords(tag), tag).toBe(false);
});
