import type { Confidence } from '../../search/engine.ts';
import { StoreUnavailable } from '../../store/store.ts';
import type { Resources } from '../resources.ts';
import { addCounts, addQuestions, type Counts, collection, weekOf } from './ledger-records.ts';
import { createPendingQuestions } from './pending-questions.ts';

/**
 * The kind of a caller, as far as the request shows it. `named` has signed its request; its name is counted beside it.
 */
export type CallerKind = 'person' | 'agent' | 'named';
export type Surface = 'page' | 'api' | 'mcp' | 'feed';
export type Extent = 'whole' | 'section' | 'preview';

/** The effect of a response that its path does not show. */
export type LedgerEvent =
  | { kind: 'read'; slug: string; section?: string | undefined }
  /** A 402. */
  | { kind: 'unpaid'; slug: string }
  | { kind: 'question'; text: string; confidence: Confidence }
  | { kind: 'quote'; slug: string; status: string };

/**
 * Counts what readers do, without any record of who they are: per article and week, never per caller. Nothing waits for
 * it: counters in memory are written once a second.
 */
export interface Ledger {
  /** Adds one to a counter of the article with this ID, or of `collection`. */
  count(id: string, counter: string): void;
  /** Counts a question. @param question.caller anything that tells two callers apart; it stays in memory, as a hash */
  ask(question: { text: string; caller: string; confidence: Confidence }): void;
  /** Writes what was counted. Never throws: what cannot be written is written later. */
  flush(): Promise<void>;
}

/** Counts nothing: builds, commands and deployments with `LEDGER=off` have it. */
export const noLedger: Ledger = { count() {}, ask() {}, async flush() {} };

/** How many different texts are remembered between two writes; of any more only the number is counted. */
const maxTexts = 200;
/** Counters of one article between two writes: none but the names of agents can be made up. */
const maxCounters = 500;

interface Asked {
  callers: Set<string>;
  confidences: Map<Confidence, number>;
}

/** @param about.language the language of the publication: questions are compared by its word stems */
export function createLedger(
  about: Pick<Resources, 'store' | 'now' | 'randomBytes' | 'log'> & { language: string },
): Ledger {
  const { store, now, log } = about;
  const pending = createPendingQuestions(about);
  let counts = new Map<string, Map<string, number>>();
  let asked = new Map<string, Asked>();
  let isFailing = false;

  function count(id: string, counter: string, by = 1) {
    let counters = counts.get(id);
    if (counters === undefined) {
      counters = new Map();
      counts.set(id, counters);
    }
    const seen = counters.get(counter);
    if (seen !== undefined || counters.size < maxCounters) counters.set(counter, (seen ?? 0) + by);
  }

  /** Counters that could not be written are counted again, in the week in which the store is back. */
  function restore(id: string, counters: Iterable<[string, number]>) {
    for (const [counter, by] of counters) count(id, counter, by);
  }

  async function attempt(write: Promise<unknown>, undo?: () => void): Promise<void> {
    try {
      await write;
      if (isFailing) log.warn({}, 'the ledger is written again');
      isFailing = false;
    } catch (err) {
      if (err instanceof StoreUnavailable) undo?.();
      if (!isFailing) log.warn({ err }, 'the ledger is not written until the store responds');
      isFailing = true;
    }
  }

  async function flush(): Promise<void> {
    if (counts.size === 0 && asked.size === 0) return;
    const [counted, questions] = [counts, asked];
    counts = new Map();
    asked = new Map();
    const week = weekOf(now());
    const known = pending.admit(week, questions);
    const writes = [...counted].map(([id, counters]) =>
      attempt(addCounts(store, { week, id, counts: Object.fromEntries(counters) satisfies Counts }), () =>
        restore(id, counters),
      ),
    );
    if (known.length > 0) writes.push(attempt(addQuestions(store, week, known)));
    await Promise.all(writes);
  }

  return {
    count: (id, counter) => count(id, counter),
    ask({ text, caller, confidence }) {
      count(collection, `question:${confidence}`);
      let question = asked.get(text);
      if (!question) {
        if (asked.size >= maxTexts) return;
        question = { callers: new Set(), confidences: new Map() };
        asked.set(text, question);
      }
      if (question.callers.size < 3) question.callers.add(caller);
      question.confidences.set(confidence, (question.confidences.get(confidence) ?? 0) + 1);
    },
    flush,
  };
}
