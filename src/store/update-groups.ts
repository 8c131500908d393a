import { inTime, tooLate } from './in-time.ts';
import type { Decision } from './store.ts';

/** A value to write if the key still has the value that was seen. */
export interface Change {
  key: string;
  seen: string | undefined;
  /** Undefined deletes. */
  value: string | undefined;
  ttlMs: number;
}

export interface GroupEngine {
  /** The values of the keys, in their order. */
  read(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** Writes all in one commit. Returns the keys that still had the value that was seen; the others were not written. */
  swap(changes: readonly Change[]): Promise<Set<string>>;
}

interface WaitingUpdate {
  key: string;
  decide(seen: string | undefined): Decision<unknown>;
  settle(): void;
  refuse(reason: unknown): void;
  isOver: boolean;
}

/**
 * Updates of an engine that takes many keys at once: while one group is read and written, further updates wait and form
 * the next group, and those of one key are decided together and written once. An update that takes longer than
 * `timeoutMs` throws `StoreUnavailable`; if its group was sent by then, it may still be written.
 */
export function createUpdateGroups(engine: GroupEngine, timeoutMs: number) {
  let queue: WaitingUpdate[] = [];
  let isRunning = false;

  async function run() {
    while (queue.length > 0) {
      const group = queue.filter(({ isOver }) => !isOver);
      queue = [];
      try {
        // A group that is stuck must not hold up the next one for longer than its own callers wait.
        queue.unshift(...(await inTime(() => commit(engine, group), timeoutMs)));
      } catch (cause) {
        for (const update of group) update.refuse(cause);
      }
    }
    isRunning = false;
  }

  return function update<Result>(key: string, decide: (seen: string | undefined) => Decision<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let result: { value: Result } | undefined;
    const update: WaitingUpdate = {
      key,
      decide: (seen) => {
        const decision = decide(seen);
        result = { value: decision.result };
        return decision;
      },
      settle: () => result && resolve(result.value),
      refuse: reject,
      isOver: false,
    };
    const timer = setTimeout(() => update.refuse(tooLate()), timeoutMs);
    queue.push(update);
    if (!isRunning) setImmediate(run);
    isRunning = true;
    return promise.finally(() => {
      update.isOver = true;
      clearTimeout(timer);
    });
  };
}

/** Settles what could be written; returns the updates whose key another process changed in between. */
async function commit(engine: GroupEngine, group: readonly WaitingUpdate[]): Promise<WaitingUpdate[]> {
  const byKey = Map.groupBy(group, ({ key }) => key);
  const values = await engine.read([...byKey.keys()]);
  const decided = [...byKey].map(([key, updates], index) => ({
    updates,
    ...decideTogether(key, values[index], updates),
  }));
  const changes = decided.flatMap(({ change }) => change ?? []);
  const written = changes.length > 0 ? await engine.swap(changes) : new Set<string>();
  const isDone = ({ change }: { change: Change | undefined }) => change === undefined || written.has(change.key);
  for (const update of decided.filter(isDone).flatMap(({ updates }) => updates)) update.settle();
  return decided.filter((key) => !isDone(key)).flatMap(({ updates }) => updates);
}

/**
 * Runs the decisions one after the other, each on what the one before it left. An exception reaches its own caller
 * alone.
 */
function decideTogether(key: string, seen: string | undefined, updates: readonly WaitingUpdate[]) {
  let value = seen;
  let ttlMs: number | undefined;
  for (const update of updates) {
    try {
      const decision = update.decide(value);
      if (decision.op === 'put') ({ value, ttlMs } = decision);
      if (decision.op === 'delete') value = undefined;
    } catch (thrown) {
      update.refuse(thrown);
    }
  }
  const isChanged = value === undefined ? seen !== undefined : ttlMs !== undefined;
  return { change: isChanged ? { key, seen, value, ttlMs: ttlMs ?? 0 } : undefined };
}
