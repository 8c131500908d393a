import type { z } from 'zod';
import type { Decision, Store } from './store.ts';

/** Like `Decision`, for the record instead of its text. The time to live defaults to that of the kind. */
export type RecordDecision<Value, Result> =
  | { op: 'keep'; result: Result }
  | { op: 'put'; value: Value; ttlMs?: number; result: Result }
  | { op: 'delete'; result: Result };

/** One kind of record: how its keys begin, what it looks like and how long it lives. */
export interface RecordKind<Value> {
  prefix: string;
  ttlMs: number;
  find(store: Store, id: string): Promise<Value | undefined>;
  /** Read, decide, write as one step. `decide` is pure and may run more than once. */
  update<Result>(
    store: Store,
    id: string,
    decide: (seen: Value | undefined) => RecordDecision<Value, Result>,
  ): Promise<Result>;
}

/**
 * A stored record does not match its schema: another program wrote it, or a release changed the schema without a new
 * prefix.
 */
export class CorruptRecord extends Error {
  constructor(prefix: string, cause: unknown) {
    super(`A stored record of kind "${prefix}" does not match its schema.`, { cause });
    this.name = 'CorruptRecord';
  }
}

/** A stored record, undefined where there is none. @throws CorruptRecord when it does not match its schema */
export function parseRecord<Schema extends z.ZodType>(
  { prefix, schema }: { prefix: string; schema: Schema },
  text: string | undefined,
): z.infer<Schema> | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CorruptRecord(prefix, cause);
  }
}

/**
 * Declares a kind of record. An ID may contain any text; the caller hashes secrets in it.
 * Its functions throw `StoreUnavailable` as the store does, and `CorruptRecord` for a record that does not parse.
 */
export function record<Schema extends z.ZodType>(kind: {
  prefix: string;
  schema: Schema;
  ttlMs: number;
}): RecordKind<z.infer<Schema>> {
  const { prefix, ttlMs } = kind;
  const parse = (text: string | undefined) => parseRecord(kind, text);

  return {
    prefix,
    ttlMs,
    async find(store, id) {
      return parse(await store.get(`${prefix}:${id}`));
    },
    update: (store, id, decide) =>
      store.update(`${prefix}:${id}`, (text) => {
        const decision = decide(parse(text));
        if (decision.op !== 'put') return decision;
        return {
          ...decision,
          value: JSON.stringify(decision.value),
          ttlMs: decision.ttlMs ?? ttlMs,
        } satisfies Decision<unknown>;
      }),
  };
}
