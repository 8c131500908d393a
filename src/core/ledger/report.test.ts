import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeArticle, makeLibrary } from '../../../tests/support/library.ts';
import { countingEngine } from '../../../tests/support/search.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { searchableArticle } from '../../build/searchable.ts';
import { dayMs } from '../../library/durations.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createCatalogue } from '../articles.ts';
import { openArticleSearch } from '../question-answering.ts';
import { createLedger } from './ledger.ts';
import { weekOf } from './ledger-records.ts';
import { questionKey } from './pending-questions.ts';
import { groupQuestions } from './question-groups.ts';
import { readRecentReport, readReport } from './report.ts';

const start = Date.UTC(2026, 9, 5);
const weeks = 8;

interface Event {
  /** Days after the start. */
  day: number;
  slug: string;
  counter: string;
}

const slugs = ['open-letter', 'paid-study', 'field-notes'];
const event: fc.Arbitrary<Event> = fc.record({
  day: fc.nat(7 * weeks - 1),
  slug: fc.constantFrom(...slugs),
  counter: fc.constantFrom(
    ...['read:page:whole:person', 'read:api:section:agent', 'read:mcp:whole:named', 'read:page:preview:person'],
    ...['unpaid:0.05', 'unpaid:0.08', 'sale:0.05', 'sale:0.08', 'quote:exact', 'agent:crawler.example'],
  ),
});
/** Days, articles and counters that occur often enough to be shown. */
const log = fc.array(event, { maxLength: 150, size: 'max' });

/** Writes events through two ledgers, as two processes would, and reads the report. */
async function reportOf(events: readonly Event[], questions: readonly { text: string; caller: string }[] = []) {
  let at = start;
  const store = createMemoryStore(() => at);
  const services = createTestServices({ store, now: () => at });
  const about = { ...services, language: 'en' };
  const ledgers = [createLedger(about), createLedger(about)];
  for (const [index, { day, slug, counter }] of events.toSorted((a, b) => a.day - b.day).entries()) {
    const moment = start + day * dayMs;
    if (moment !== at) for (const ledger of ledgers) await ledger.flush();
    at = moment;
    ledgers[index % 2]?.count(`id-${slug}`, counter);
  }
  for (const question of questions) ledgers[0]?.ask({ ...question, confidence: 'weak' });
  for (const ledger of ledgers) await ledger.flush();
  at = start + (7 * weeks - 1) * dayMs;
  return readReport(services, weeks);
}

it('equals a replay of the log', async () => {
  const down = (count: number) => Math.floor(count / 5) * 5;
  await fc.assert(
    fc.asyncProperty(log, async (events) => {
      const report = await reportOf(events);
      const count = (isCounted: (one: Event) => boolean) => down(events.filter(isCounted).length);
      const starts = (prefix: string) => (one: Event) => one.counter.startsWith(prefix);
      expect(report.weeks).toEqual(Array.from({ length: weeks }, (_, week) => weekOf(start + 7 * week * dayMs)));
      expect(report.total.reads).toBe(count(starts('read:')));
      expect(report.weekly.map(({ reads }) => reads)).toEqual(
        report.weeks.map((_, week) => count((one) => starts('read:')(one) && Math.floor(one.day / 7) === week)),
      );
      expect(report.total.unpaid).toBe(count(starts('unpaid:')));
      for (const article of report.articles) {
        const own = (isCounted: (one: Event) => boolean) => count((one) => one.slug === article.slug && isCounted(one));
        expect(article.total).toMatchObject({
          reads: own(starts('read:')),
          persons: own(({ counter }) => counter.startsWith('read:') && counter.endsWith(':person')),
          previews: own(starts('read:page:preview')),
          sections: own(starts('read:api:section')),
          unpaid: own(starts('unpaid:')),
          sales: own(starts('sale:')),
          quotes: own(starts('quote:')),
          revenue: Number((own(starts('sale:0.05')) * 0.05 + own(starts('sale:0.08')) * 0.08).toFixed(2)),
        });
      }
      const shown = new Set(report.articles.map(({ slug }) => slug));
      expect(report.otherArticles.reads).toBe(count((one) => !shown.has(one.slug) && starts('read:')(one)));
    }),
    { numRuns: 40 },
  );
});

it('is the same for two ledgers that differ in one caller', async () => {
  await fc.assert(
    fc.asyncProperty(log, fc.array(event, { minLength: 1, maxLength: 4 }), async (events, ofOneCaller) => {
      // The one caller never completes a group of five: with any other number of others, one in five would.
      const ofOthers = events.flatMap((one) => Array.from({ length: 5 }, () => one));
      expect(await reportOf([...ofOthers, ...ofOneCaller])).toEqual(await reportOf(ofOthers));
    }),
    { numRuns: 20 },
  );
});

it('shows no count, agent, price, section or question of fewer than five', async () => {
  const few = ['read:api:section:named', 'agent:crawler.example', 'section:beginning', 'unpaid:0.05', 'sale:0.05'];
  const events = few.flatMap((counter) => Array.from({ length: 4 }, () => ({ day: 3, slug: 'paid-study', counter })));
  const questions = ['a', 'b', 'c', 'd'].map((caller) => ({ text: 'What did the walrus count?', caller }));
  const empty = await reportOf([]);
  expect(await reportOf(events, questions)).toEqual(empty);
  const more = await reportOf([...events, ...events], [...questions, ...questions]);
  expect(more.agents).toEqual([{ name: 'crawler.example', reads: 5 }]);
  expect(more.questionGroups).toMatchObject([{ text: 'What did the walrus count?', asked: 5, unanswered: 5 }]);
  expect(more.articles).toMatchObject([{ slug: 'paid-study', total: { sales: 5, revenue: 0.25 } }]);
});

it('compares offers and sales before and after a price change', async () => {
  const many = (count: number, counter: string) =>
    Array.from({ length: count }, () => ({ day: 3, slug: 'paid-study', counter }));
  const report = await reportOf([
    ...many(100, 'unpaid:0.05'),
    ...many(40, 'sale:0.05'),
    ...many(50, 'unpaid:0.08'),
    ...many(10, 'sale:0.08'),
  ]);
  expect(report.articles[0]?.prices).toEqual([
    { price: 0.05, unpaid: 100, sales: 40, percent: 40 },
    { price: 0.08, unpaid: 50, sales: 10, percent: 20 },
  ]);
  expect(report.total).toMatchObject({ sales: 50, unsold: 100, revenue: 2.8 });
});

const syllables = [
  'bor',
  'cal',
  'dem',
  'fin',
  'gul',
  'han',
  'jov',
  'kes',
  'lup',
  'mar',
  'nit',
  'pol',
  'rud',
  'sav',
  'tem',
  'vig',
];

/** A made-up word for each number, which no other resembles. */
function makeWord(number: number): string {
  const hash = Math.imul(number + 1, 2654435761) >>> 0;
  return `${syllables[hash >>> 28]}a${syllables[(hash >>> 22) & 15]}o${syllables[(hash >>> 16) & 15]}`;
}

/** Content words of forty subjects that the library covers, and of ten that it does not. */
const subjects = Array.from({ length: 50 }, (_, index) => {
  return [makeWord(3 * index), makeWord(3 * index + 1), makeWord(3 * index + 2)] as const;
});
const covered = 40;

/** Four ways to ask the same. */
function wordings([one, two, three]: (typeof subjects)[number]): string[] {
  return [
    `How does a ${one} change the ${two} of a ${three}?`,
    `how do ${one}s change ${two}s of ${three}s`,
    `The ${two} of the ${three}: CHANGED by the ${one}?`,
    `What happens to the ${three} with a ${one}?`,
  ];
}

it('lets other requests be served between two questions', async () => {
  const services = createTestServices({ store: createMemoryStore(() => start) });
  let served = 0;
  const serveNext = () => {
    served += 1;
    other = setImmediate(serveNext);
  };
  let other = setImmediate(serveNext);
  const questions = Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, text: `k${at}`, asked: 5, unanswered: 5 }));
  expect(await groupQuestions(services, questions)).toHaveLength(50);
  clearImmediate(other);
  expect(served).toBeGreaterThanOrEqual(49);
});

const keys = (texts: readonly string[]) => texts.map((text) => questionKey(text, 'en'));

it('groups at least 95 % of 200 planted questions correctly', async () => {
  const now = () => start;
  const store = createMemoryStore(now);
  const plain = createTestServices({ store, now });
  const articles = subjects
    .slice(0, covered)
    .map(([one, two, three], index) =>
      makeArticle({ slug: `subject-${index}`, text: `A ${one} changes the ${two} of every ${three} within a day.` }),
    );
  const library = { ...makeLibrary(testBase).open, articles };
  const catalogue = createCatalogue(library, now);
  const open = openArticleSearch(countingEngine(articles.map(searchableArticle)), catalogue);
  const services = { ...plain, library, search: { ...plain.search, open }, catalogue };
  const ledger = createLedger({ ...services, language: 'en' });
  for (const words of subjects) {
    for (const text of wordings(words))
      for (const caller of ['a', 'b', 'c', 'd', 'e']) ledger.ask({ text, caller, confidence: 'weak' });
    await ledger.flush();
  }
  const { questionGroups } = await readReport(services, 1);
  // A question is right in the first group of its subject, if that group is about no other.
  const found = new Set<(typeof subjects)[number]>();
  let right = 0;
  for (const { text, variants } of questionGroups) {
    const ofGroup = subjects.filter((words) => [text, ...variants].some((one) => one.toLowerCase().includes(words[2])));
    const [subject] = ofGroup;
    if (!subject || ofGroup.length > 1 || found.has(subject)) continue;
    found.add(subject);
    right += wordings(subject).filter((one) => keys([text, ...variants]).includes(questionKey(one, 'en'))).length;
  }
  expect(right).toBeGreaterThanOrEqual(190);
});

it('is computed once for the page and its files, again after ten seconds or a failure, and reads several articles at once', async () => {
  let at = start;
  let reads = 0;
  let open = 0;
  let mostOpen = 0;
  let isBroken = true;
  const memory = createMemoryStore(() => at);
  const store = {
    ...memory,
    get: async (key: string) => {
      reads += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      if (isBroken) throw new Error('the store is away');
      return memory.get(key);
    },
  };
  const services = createTestServices({ store, now: () => at });
  await expect(readRecentReport(services, 53)).rejects.toThrow('the store is away');
  isBroken = false;
  reads = 0;
  const [first, second] = await Promise.all([readRecentReport(services, 53), readRecentReport(services, 53)]);
  const once = reads;
  expect(second).toBe(first);
  expect(await readRecentReport(services, 53)).toBe(first);
  expect(reads).toBe(once);
  expect(mostOpen).toBeGreaterThan(53);
  at += 10_000;
  expect(await readRecentReport(services, 53)).not.toBe(first);
  expect(reads).toBe(2 * once);
});
