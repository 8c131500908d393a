import { expect, test } from 'vitest';
import { explainDay, explainMoment } from './date-mistakes.ts';
import { ArticleFrontMatter } from './schema.ts';

test.each([
  ['2026-02-30', 'February 2026 has 28 days, and no day 30'],
  ['2026-13-01', 'There is no month 13; did you mean 2026-01-13?'],
  ['2026-2-3', 'Write month and day with two digits: 2026-02-03'],
  ['2026-11-20T09:00', 'Write only the day, 2026-11-20; a time of day belongs into publish_at'],
  ['20.11.2026', 'Write year, month and day as numbers: 2026-11-20'],
  ['11/20/2026', 'Write year, month and day as numbers: 2026-11-20'],
  ['Nov 20, 2026', 'Write year, month and day as numbers: 2026-11-20'],
  ['20 November 2026', 'Write year, month and day as numbers: 2026-11-20'],
  ['3/4/2026', 'Write a date as 2026-11-20: year, month, day'],
  [2026, 'Write a date as 2026-11-20: year, month, day'],
])('the day %j is answered with what to write', (input, message) => {
  expect(explainDay(input)).toBe(message);
});

test.each([
  [
    '2026-11-20T09:00',
    'Say which time zone is meant: 2026-11-20T09:00:00Z for UTC, 2026-11-20T09:00:00+01:00 for an hour ahead of it',
  ],
  ['2026-11-20 09:00 CET', 'Write the time zone as an offset: 2026-11-20T09:00:00+01:00 and not CET'],
  ['2026-11-20T09:00:00+0100', 'Write 2026-11-20T09:00:00+01:00'],
  ['2026-11-20T25:00Z', 'There is no time 25:00'],
  ['2026-11-20T09:00:75Z', 'The time 09:00:75 does not exist'],
  ['2026-11-20T09:00:00+25:00', 'The offset +25:00 does not exist; they are from -12:00 to +14:00'],
  ['2026-11-20T09:00:00-12:30', 'The offset -12:30 does not exist; they are from -12:00 to +14:00'],
  ['2026-02-30T09:00Z', 'February 2026 has 28 days, and no day 30'],
  ['2026-2-3', 'Write month and day with two digits: 2026-02-03'],
])('the moment %j is answered with what to write', (input, message) => {
  expect(explainMoment(input)).toBe(message);
});

test.each([
  ['2026-11-20T09:00:00+14:00', []],
  ['2026-11-20T09:00:00-12:00', []],
  ['2026-11-20T09:00:00.5Z', []],
  ['2026-11-20', []],
  ['2026-11-20T09:00:00+23:59', ['The offset +23:59 does not exist; they are from -12:00 to +14:00']],
  ['2026-11-20T09:00:00+14:01', ['The offset +14:01 does not exist; they are from -12:00 to +14:00']],
])('an offset of publish_at is one that clocks have: %s', (moment, messages) => {
  const issues = ArticleFrontMatter.shape.publish_at.safeParse(moment).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(messages);
});
