import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from './store.ts';

/** One write waiting for the next transaction. `perform` runs inside it, `settle` and `refuse` after it. */
interface Waiting {
  perform(): void;
  settle(): void;
  refuse(reason: unknown): void;
  /** Performance-clock milliseconds. */
  since: number;
}

export interface GroupCommit {
  /** Runs `write` in the next transaction; settles only after its COMMIT reached the disk. */
  enqueue<Result>(write: () => Result): Promise<Result>;
  /** Commits the waiting writes and accepts no more. */
  close(): void;
}

/** An exception of `write` itself: an error of one caller, not of the engine. */
class CallerFault {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** Runs a caller's own function inside a write, so that its exception refuses that write alone. */
export function runCallerFunction<Result>(decide: () => Result): Result {
  try {
    return decide();
  } catch (reason) {
    throw new CallerFault(reason);
  }
}

/** How long a write waits for another process to release the lock before it is rejected. */
const lockPatienceMs = 5_000;

/**
 * All writes of one event-loop turn share one `BEGIN IMMEDIATE .. COMMIT`, and so one fsync. That is about 40 times the
 * rate of one commit per write. A failed COMMIT rejects every write in it.
 *
 * @param about.sweep deletes expired rows inside a transaction with `size` writes; throws to reject them
 * @param about.report receives why a group was rejected, and from then on undefined for each that was not
 */
export function createGroupCommit(
  db: Pick<DatabaseSync, 'exec' | 'isTransaction'>,
  about: { sweep: (size: number) => void; report?: (failure: unknown) => void },
): GroupCommit {
  const { sweep, report = () => {} } = about;
  let queue: Waiting[] = [];
  let isScheduled = false;
  let isClosed = false;
  let hasFailed = false;

  function schedule(delayMs: number) {
    if (isScheduled) return;
    isScheduled = true;
    const flush = () => {
      isScheduled = false;
      commitQueue();
    };
    if (delayMs > 0) setTimeout(flush, delayMs);
    else setImmediate(flush);
  }

  function commitQueue() {
    if (queue.length === 0) return;
    try {
      db.exec('BEGIN IMMEDIATE');
    } catch (cause) {
      waitForLock(cause);
      return;
    }
    const group = queue;
    queue = [];
    const outcomes: (() => void)[] = [];
    try {
      for (const write of group) outcomes.push(perform(write));
      sweep(group.length);
      db.exec('COMMIT');
    } catch (cause) {
      abandon(group, cause);
      return;
    }
    if (hasFailed) report(undefined);
    for (const settle of outcomes) settle();
  }

  /** Another process has the lock: try again without blocking the event loop, for a limited time. */
  function waitForLock(cause: unknown) {
    const patientSince = performance.now() - lockPatienceMs;
    const isHopeless = !isLocked(cause) || isClosed;
    const refused = queue.filter((write) => isHopeless || write.since < patientSince);
    queue = queue.filter((write) => !isHopeless && write.since >= patientSince);
    if (refused.length > 0) reportFailure(cause);
    for (const write of refused) write.refuse(new StoreUnavailable(cause));
    if (queue.length > 0) schedule(1 + Math.random() * 9);
  }

  /** Nothing of the group was written; SQLite may have rolled back by itself (disk full, I/O error). */
  function abandon(group: Waiting[], cause: unknown) {
    let reason = cause;
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
    } catch (rollbackFailure) {
      reason = new AggregateError([cause, rollbackFailure], 'Neither COMMIT nor ROLLBACK succeeded');
    }
    reportFailure(reason);
    for (const write of group) write.refuse(new StoreUnavailable(reason));
  }

  function reportFailure(cause: unknown) {
    hasFailed = true;
    report(cause);
  }

  return {
    enqueue<Result>(write: () => Result) {
      if (isClosed) return Promise.reject(new StoreUnavailable(new Error('The store is closed')));
      return new Promise<Result>((resolve, reject) => {
        let result: { value: Result } | undefined;
        queue.push({
          perform: () => {
            result = { value: write() };
          },
          settle: () => result && resolve(result.value),
          refuse: reject,
          since: performance.now(),
        });
        schedule(0);
      });
    },
    close() {
      isClosed = true;
      commitQueue();
    },
  };
}

function perform(write: Waiting): () => void {
  try {
    write.perform();
    return () => write.settle();
  } catch (error) {
    if (!(error instanceof CallerFault)) throw error;
    return () => write.refuse(error.reason);
  }
}

/** SQLITE_BUSY, the low byte of all its variants: sqlite.org/rescode.html. */
const busyCode = 5;

/** Does another process hold the lock? */
export function isLocked(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === busyCode;
}
