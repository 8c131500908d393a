import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { sha256 } from '../../library/digest.ts';
import { CorruptRecord, record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { locateIdempotencyKey } from './idempotency-key.ts';

export type IdempotentResult<Value> =
  | { kind: 'done'; value: Value; isReplay: boolean }
  /** The key was used with another body. */
  | { kind: 'idempotency_key_reused' }
  /** The first request is still running; `retryAfter` in seconds. */
  | { kind: 'idempotency_in_flight'; retryAfter: number };

/** So long a request may run unseen: if its process dies, the key is free again after this time. */
const leaseMs = 10_000;

const Attempt = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), fingerprint: z.string(), claim: z.string(), until: z.number() }),
  z.object({ state: z.literal('done'), fingerprint: z.string(), value: z.unknown() }),
]);
type Attempt = z.infer<typeof Attempt>;

const attempts = record({ prefix: 'idem', schema: Attempt, ttlMs: leaseMs });

/**
 * Runs `run` for the first request with a key and returns its value to every later one, also from other processes. If
 * `run` throws, nothing is stored and the key is free. `run` runs again only if its process died or the store went away
 * before the value was stored, so it should write under an ID that is the same each time, such as the one that it is
 * given: a digest of scope, key and fingerprint.
 *
 * @param request.scope tells this operation (and caller) from others with the same key
 * @param request.fingerprint the same for the same body
 * @param request.schema schema of the value, which is stored: put no secret in it
 * @param request.now epoch milliseconds
 */
export async function once<Value>(request: {
  store: Store;
  scope: string;
  key: string;
  fingerprint: string;
  schema: z.ZodType<Value>;
  ttlMs: number;
  now: () => number;
  randomBytes: (length: number) => Uint8Array;
  run: (requestId: string) => Promise<Value>;
}): Promise<IdempotentResult<Value>> {
  const { store, fingerprint, schema, ttlMs, now, run } = request;
  const id = locateIdempotencyKey(request.scope, request.key);
  const claim = bytesToHex(request.randomBytes(8));

  function toResult(seen: Attempt): IdempotentResult<Value> {
    if (seen.fingerprint !== fingerprint) return { kind: 'idempotency_key_reused' };
    if (seen.state === 'running') {
      return { kind: 'idempotency_in_flight', retryAfter: Math.max(1, Math.ceil((seen.until - now()) / 1_000)) };
    }
    const value = schema.safeParse(seen.value);
    if (!value.success) throw new CorruptRecord(attempts.prefix, value.error);
    return { kind: 'done', value: value.data, isReplay: true };
  }

  const earlier = await attempts.update<Attempt | undefined>(store, id, (seen) => {
    if (seen) return { op: 'keep', result: seen };
    const running: Attempt = { state: 'running', fingerprint, claim, until: now() + leaseMs };
    return { op: 'put', value: running, result: undefined };
  });
  if (earlier) return toResult(earlier);

  const value = await run(sha256(`${id}\n${fingerprint}`)).catch(async (failure: unknown) => {
    await release(store, id, claim).catch(() => undefined); // the lease ends by itself
    throw failure;
  });
  // Another request may have run after the lease ended: the first one to finish decides the response.
  const done = await attempts.update<Attempt | undefined>(store, id, (seen) =>
    seen?.state === 'done'
      ? { op: 'keep', result: seen }
      : { op: 'put', value: { state: 'done', fingerprint, value }, ttlMs, result: undefined },
  );
  return done ? toResult(done) : { kind: 'done', value, isReplay: false };
}

function release(store: Store, id: string, claim: string): Promise<void> {
  return attempts.update(store, id, (seen) =>
    seen?.state === 'running' && seen.claim === claim
      ? { op: 'delete', result: undefined }
      : { op: 'keep', result: undefined },
  );
}
