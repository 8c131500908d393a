/** The decision of `decide` about the value it saw, and the result for the caller of `update`. */
export type Decision<Result> =
  | { op: 'keep'; result: Result }
  | { op: 'put'; value: string; ttlMs: number; result: Result }
  | { op: 'delete'; result: Result };

export interface Count {
  count: number;
  /** Epoch milliseconds. */
  resetAt: number;
}

/** An item of a list. An ID has one item, and no two items have the same position. */
export interface ListItem {
  id: string;
  /** An integer from 1. */
  position: number;
  value: string;
}

/**
 * Shared state. Every method is atomic across processes; a settled promise means the write is durable. Methods throw
 * `StoreUnavailable` when the engine cannot reply; assume then that nothing was written.
 */
export interface Store {
  get(key: string): Promise<string | undefined>;
  /** Read, decide, write as one step. `decide` is pure and may run more than once. */
  update<Result>(key: string, decide: (seen: string | undefined) => Decision<Result>): Promise<Result>;
  /** Adds `by` (default 1) to a counter that restarts every `windowMs`. */
  increment(key: string, windowMs: number, by?: number): Promise<Count>;
  /** The head of a list and its items after a position, in the order of their positions, at most `limit`. */
  readList(list: string, about: { after: number; limit: number }): Promise<{ head?: string; items: ListItem[] }>;
  /**
   * Writes the head and items of a list as one step, if the head is still the one that was seen. An item replaces the
   * one with its ID. A list does not expire.
   * @returns whether they were written
   */
  writeList(
    list: string,
    change: { seen: string | undefined; head: string; items: readonly ListItem[] },
  ): Promise<boolean>;
  ping(): Promise<void>;
  /** Completes what was begun. Every method throws `StoreUnavailable` afterwards; closing again does nothing. */
  close(): Promise<void>;
}

/** Messages of a store for its operator. */
export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** State that cannot be opened, copied or put back, in one sentence for the operator. */
export class StateError extends Error {}

export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The state store does not respond.', { cause });
    this.name = 'StoreUnavailable';
  }
}
