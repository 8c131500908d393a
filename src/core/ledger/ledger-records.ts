import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';

/** Counts by the name of the counter, such as `read:page:whole:person`. */
const Counts = z.record(z.string(), z.int());
export type Counts = z.infer<typeof Counts>;

export interface StoredQuestion {
  /** Its content words. */
  key: string;
  /** As one caller has worded it. */
  text: string;
  asked: number;
  unanswered: number;
}

/** A year and a week, so that each week can be compared with that of the year before. */
const ttlMs = 372 * dayMs;
/** Where counters of all articles together are. */
export const collection = '*';
/** Counters of one article and week. */
const maxCounters = 500;
const maxQuestions = 300;

/** One for each article and week. */
const weeklyCounts = record({ prefix: 'ledger', schema: Counts, ttlMs });

const weeklyQuestions = record({
  prefix: 'ledger-questions',
  schema: z.array(z.object({ key: z.string(), text: z.string(), asked: z.int(), unanswered: z.int() })),
  ttlMs,
});

/** Adds to the counters of one article. New counters are dropped once there are 500. */
export function addCounts(store: Store, about: { week: string; id: string; counts: Counts }): Promise<void> {
  return weeklyCounts.update(store, `${about.week}:${about.id}`, (seen = {}) => {
    const value = { ...seen };
    let free = maxCounters - Object.keys(seen).length;
    for (const [name, by] of Object.entries(about.counts)) {
      const before = seen[name];
      if (before === undefined) free -= 1;
      if (before !== undefined || free >= 0) value[name] = (before ?? 0) + by;
    }
    return { op: 'put', value, result: undefined };
  });
}

/** Adds questions to those of a week. Of more than 300, the ones that were asked least are dropped. */
export function addQuestions(store: Store, week: string, questions: readonly StoredQuestion[]): Promise<void> {
  return weeklyQuestions.update(store, week, (seen = []) => {
    const byKey = new Map(seen.map((question) => [question.key, question]));
    for (const question of questions) {
      const before = byKey.get(question.key);
      byKey.set(question.key, {
        ...(before ?? question),
        asked: question.asked + (before?.asked ?? 0),
        unanswered: question.unanswered + (before?.unanswered ?? 0),
      });
    }
    const value = [...byKey.values()].sort((a, b) => b.asked - a.asked).slice(0, maxQuestions);
    return { op: 'put', value, result: undefined };
  });
}

/** The counters of an article in a week; empty when nothing was counted. */
export async function readCounts(store: Store, week: string, id: string): Promise<Counts> {
  return (await weeklyCounts.find(store, `${week}:${id}`)) ?? {};
}

export async function readQuestions(store: Store, week: string): Promise<StoredQuestion[]> {
  return (await weeklyQuestions.find(store, week)) ?? [];
}

/** The week of a moment by ISO 8601, in UTC: `2026-W48`. */
export function weekOf(at: number): string {
  const day = new Date(at);
  // The week belongs to the year that has its Thursday.
  const thursday = Date.UTC(
    day.getUTCFullYear(),
    day.getUTCMonth(),
    day.getUTCDate() + 3 - ((day.getUTCDay() + 6) % 7),
  );
  const year = new Date(thursday).getUTCFullYear();
  const number = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * dayMs));
  return `${year}-W${String(number).padStart(2, '0')}`;
}
