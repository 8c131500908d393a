import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { createRecordingProbe } from './recording.ts';

const refuse = async () => {
  throw new StoreUnavailable(new Error('disk full'));
};

function probeOf(changes: Partial<Store>, now = () => 0) {
  return createRecordingProbe({ store: { ...createMemoryStore(Date.now), ...changes }, now });
}

it('says that a store that can be read and not written cannot record', async () => {
  expect(await probeOf({})()).toBe(true);
  expect(await probeOf({ update: refuse })()).toBe(false);
  expect(await probeOf({ ping: refuse })()).toBe(false);
});

it('reports a store that does not respond, after half a second', async () => {
  expect(await probeOf({ ping: () => sleep(60_000, undefined, { ref: false }) })()).toBe(false);
});

it('writes at most once a second, and again after a clock was set back', async () => {
  let at = 100_000;
  let writes = 0;
  const ping = async () => {
    writes += 1;
  };
  const canRecord = probeOf({ ping }, () => at);
  await Promise.all([canRecord(), canRecord(), canRecord()]);
  expect(writes).toBe(1);
  at += 1_000;
  await canRecord();
  expect(writes).toBe(2);
  at -= 60_000;
  await canRecord();
  expect(writes).toBe(3);
});
