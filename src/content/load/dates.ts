import { dayMs } from '../../library/durations.ts';

/**
 * The first moment of a date or date-time, as epoch milliseconds.
 * @param text RFC 3339 full-date (taken as midnight UTC) or date-time with offset, already checked by the schema.
 */
function readMoment(text: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Error(`Not a date: ${text}`);
  return moment;
}

/**
 * Returns when an article is released: the later of `publish_at` and `embargo_until`.
 * @returns null when both are absent or past
 */
export function decideRelease(options: { publishAt?: string; embargoUntil?: string; now: number }): number | null {
  const moments = [options.publishAt, options.embargoUntil].filter((text) => text !== undefined).map(readMoment);
  const releaseAt = Math.max(...moments);
  return moments.length > 0 && releaseAt > options.now ? releaseAt : null;
}

/** The day of a moment, in UTC, as an RFC 3339 full-date. @param at epoch milliseconds */
export function toFullDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Is there such a day, or such a month? Date.parse alone takes February 30 for March 2. */
export function isDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Whether a full-date has not begun anywhere on earth: time zones run up to 14 hours ahead of UTC. */
export function isFutureDate(date: string, now: number): boolean {
  return readMoment(date) > now + dayMs;
}
