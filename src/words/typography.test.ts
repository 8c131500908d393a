import { expect, it } from 'vitest';
import { setTitle } from './typography.ts';

it.each([
  ['What "done" may mean', 'What “done” may mean'],
  ["The list's history", 'The list’s history'],
  ['By API - quick start', 'By API – quick start'],
  ['A read-only key, 3-4 of them', 'A read-only key, 3-4 of them'],
  ['34.0 % within 16 km/s, 5 s later', '34.0\u00A0% within 16\u00A0km/s, 5\u00A0s later'],
  ['In 2026 maps of 3 keys, 2 min and 5 minutes', 'In 2026 maps of 3 keys, 2\u00A0min and 5 minutes'],
])('sets %s as %s', (typed, set) => {
  expect(setTitle(typed, 'en')).toBe(set);
});

it.each([
  ['Was "fertig" heißt - und was nicht', 'Was „fertig“ heißt – und was nicht'],
  ['Sie sagte: "Das heißt \'fertig\', mehr nicht."', 'Sie sagte: „Das heißt ‚fertig‘, mehr nicht.“'],
  ["So geht's, Hans' Liste", 'So geht’s, Hans’ Liste'],
  ['Seite 3--5 -- und mehr...', 'Seite 3–5 – und mehr…'],
])('sets %s as %s in German', (typed, set) => {
  expect(setTitle(typed, 'de')).toBe(set);
  expect(setTitle(typed, 'de-AT')).toBe(set);
});

it.each(['mi', 'de-CH'])('leaves quotes and hyphens of %s as they were typed', (language) => {
  expect(setTitle('Was "fertig" heißt - und was nicht', language)).toBe('Was "fertig" heißt - und was nicht');
});
