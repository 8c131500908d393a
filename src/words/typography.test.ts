import { expect, it } from 'vitest';
import { setTitle } from './typography.ts';

it.each([
  ['What "done" may mean', 'What “done” may mean'],
  ["The list's history", 'The list’s history'],
  ['By API - quick start', 'By API – quick start'],
  ['A read-only key, 3-4 of them', 'A read-only key, 3-4 of them'],
])('sets %s as %s', (typed, set) => {
  expect(setTitle(typed, 'en')).toBe(set);
});

it('leaves quotes and hyphens of another language as they were typed', () => {
  expect(setTitle('Was "fertig" heißt - und was nicht', 'de')).toBe('Was "fertig" heißt - und was nicht');
});
