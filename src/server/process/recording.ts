import { inTime } from '../../store/in-time.ts';
import type { Store } from '../../store/store.ts';

const withinMs = 500;
/** Reuse the last probe result for this long. Health checks are not rate-limited, and each probe is a write. */
const freshMs = 1_000;
const keepMs = 60_000;

/**
 * Can the store write? The probe writes a record, because a full or read-only store still reads.
 * @param options.now epoch milliseconds
 * @returns false also when the store does not respond within half a second
 */
export function createRecordingProbe(options: {
  store: Pick<Store, 'ping' | 'update'>;
  now: () => number;
}): () => Promise<boolean> {
  const { store, now } = options;
  let last: { at: number; result: Promise<boolean> } | undefined;

  async function write(): Promise<void> {
    await store.ping(); // of a cluster: are all its slots served?
    await store.update('health:probe', () => ({ op: 'put', value: '1', ttlMs: keepMs, result: undefined }));
  }

  function probe(): Promise<boolean> {
    return inTime(write, withinMs).then(
      () => true,
      () => false,
    );
  }

  return () => {
    const isFresh = last && Math.abs(now() - last.at) < freshMs;
    if (!last || !isFresh) last = { at: now(), result: probe() };
    return last.result;
  };
}
