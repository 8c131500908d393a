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
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Messages of a store for its operator. */
export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The state store does not respond.', { cause });
    this.name = 'StoreUnavailable';
  }
}
