/** What `decide` says about the value it has seen, and the answer it hands back to the caller of `update`. */
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
 * Shared state. Every method is atomic across processes; a settled promise means the write is durable.
 * Methods throw `StoreUnavailable` when the engine cannot answer; nothing is then assumed written.
 */
export interface Store {
  get(key: string): Promise<string | undefined>;
  /** Read, decide, write as one step. `decide` is pure and may run more than once. */
  update<Result>(key: string, decide: (seen: string | undefined) => Decision<Result>): Promise<Result>;
  /** Adds `by` (1 unless given) to a counter that starts anew every `windowMs`. */
  increment(key: string, windowMs: number, by?: number): Promise<Count>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What a store has to say for itself, to the one who runs it. */
export interface StoreLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The state store cannot answer.', { cause });
    this.name = 'StoreUnavailable';
  }
}
