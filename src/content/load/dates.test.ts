import { expect, test } from 'vitest';
import { decideRelease, isFutureDate } from './dates.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

test('the later of two moments counts, in the offset it was written in', () => {
  const release = decideRelease({ publishAt: '2026-12-01', embargoUntil: '2026-12-01T01:00:00+02:00', now });
  expect(release).toBe(Date.parse('2026-12-01T00:00:00Z'));
});

test('an article without a release time in the future is released', () => {
  expect(decideRelease({ now })).toBeNull();
  expect(decideRelease({ publishAt: '2026-11-20T13:00:00+01:00', now })).toBeNull();
  expect(decideRelease({ publishAt: '2026-11-20T13:00:01+01:00', now })).toBe(now + 1000);
});

test('tomorrow is not a future date, because it has begun somewhere', () => {
  expect(isFutureDate('2026-11-21', now)).toBe(false);
  expect(isFutureDate('2026-11-22', now)).toBe(true);
});
