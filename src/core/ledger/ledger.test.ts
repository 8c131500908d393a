import { expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { createLedger } from './ledger.ts';
import { collection, readCounts, readQuestions, weekOf } from './ledger-records.ts';

const monday = Date.UTC(2026, 10, 23);

function setUp() {
  let at = monday;
  const store = createMemoryStore(() => at);
  const log = { info() {}, warn() {}, error() {} };
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const about = { store, now: () => at, log, randomBytes, language: 'en' };
  return {
    about,
    store,
    ledger: createLedger(about),
    moveTo: (moment: number) => {
      at = moment;
    },
  };
}

it('adds up what several processes count, by article and week', async () => {
  const { about, store, ledger, moveTo } = setUp();
  const other = createLedger(about);
  for (const one of [ledger, other, ledger]) one.count('a', 'read:page:whole:person');
  other.count('b', 'unpaid:0.05');
  await Promise.all([ledger.flush(), other.flush()]);
  moveTo(monday + 7 * 86_400_000);
  ledger.count('a', 'read:page:whole:person');
  await ledger.flush();
  expect(await readCounts(store, '2026-W48', 'a')).toEqual({ 'read:page:whole:person': 3 });
  expect(await readCounts(store, '2026-W48', 'b')).toEqual({ 'unpaid:0.05': 1 });
  expect(await readCounts(store, '2026-W49', 'a')).toEqual({ 'read:page:whole:person': 1 });
});

it('counts again what the store did not take', async () => {
  const { about, store } = setUp();
  let isAway = true;
  const ledger = createLedger({
    ...about,
    store: {
      ...store,
      update: (key, decide) =>
        isAway ? Promise.reject(new StoreUnavailable(new Error('away'))) : store.update(key, decide),
    },
  });
  ledger.count('a', 'unpaid:0.05');
  await ledger.flush();
  ledger.count('a', 'unpaid:0.05');
  isAway = false;
  await ledger.flush();
  expect(await readCounts(store, '2026-W48', 'a')).toEqual({ 'unpaid:0.05': 2 });
});

it('stores the text of a question once three callers have asked the same, and until then nothing of it', async () => {
  const { store, ledger } = setUp();
  const ask = async (text: string, caller: string) => {
    ledger.ask({ text, caller, confidence: 'weak' });
    await ledger.flush();
    return readQuestions(store, '2026-W48');
  };
  expect(await ask('How do rate limits work?', '192.0.2.1')).toEqual([]);
  expect(await ask('how do RATE LIMITS work', '192.0.2.1')).toEqual([]);
  expect(await ask('Work rate limits, how?', '192.0.2.2')).toEqual([]);
  expect(await ask('How does a rate limit of Ada Lovelace work?', '192.0.2.3')).toEqual([]);
  const [stored, ...others] = await ask('how do the rate limits work?', '192.0.2.4');
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ text: 'how do the rate limits work?', asked: 4, unanswered: 4 });
  expect((await ask('How do rate limits work?', '192.0.2.1'))[0]).toMatchObject({ asked: 5 });
  expect(await readCounts(store, '2026-W48', collection)).toEqual({ 'question:weak': 6 });
});

it('starts again with the callers of a question in each week', async () => {
  const { store, ledger, moveTo } = setUp();
  for (const caller of ['one', 'two']) ledger.ask({ text: 'rate limits', caller, confidence: 'sure' });
  await ledger.flush();
  moveTo(monday + 7 * 86_400_000);
  ledger.ask({ text: 'rate limits', caller: 'three', confidence: 'sure' });
  await ledger.flush();
  expect([...(await readQuestions(store, '2026-W48')), ...(await readQuestions(store, '2026-W49'))]).toEqual([]);
});

it('writes nothing of a caller into the store', async () => {
  const { about, store } = setUp();
  const written: string[] = [];
  const ledger = createLedger({
    ...about,
    store: {
      ...store,
      update: (key, decide) =>
        store.update(key, (seen) => {
          const decision = decide(seen);
          written.push(key, decision.op === 'put' ? decision.value : '');
          return decision;
        }),
    },
  });
  for (const round of [1, 2, 3, 4]) {
    ledger.ask({ text: `only caller ${round} has said this`, caller: `198.51.100.${round}`, confidence: 'none' });
    ledger.ask({ text: 'all have said this', caller: `198.51.100.${round}`, confidence: 'none' });
    await ledger.flush();
  }
  expect(written.join('\n')).toContain('all have said this');
  expect(written.join('\n')).not.toMatch(/198\.51|only caller|[\da-f]{16}/);
});

it('bounds what one article and one moment can add', async () => {
  const { store, ledger } = setUp();
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 2_000; index += 1) {
      ledger.count('a', `section:${round}-${index}`);
      ledger.ask({ text: `question ${index}`, caller: String(index), confidence: 'none' });
    }
    await ledger.flush();
  }
  expect(Object.keys(await readCounts(store, '2026-W48', 'a'))).toHaveLength(500);
  expect(await readCounts(store, '2026-W48', collection)).toEqual({ 'question:none': 4_000 });
});

it.each([
  [Date.UTC(2026, 0, 1), '2026-W01'],
  [Date.UTC(2027, 0, 1), '2026-W53'],
  [Date.UTC(2024, 11, 30), '2025-W01'],
  [Date.UTC(2026, 10, 29, 23, 59), '2026-W48'],
])('names the week of %i %s', (at, week) => {
  expect(weekOf(at)).toBe(week);
});
