import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/store/memory.ts';
import { createTestClock } from './clock.ts';
import { describeStore } from './store-contract.ts';

describeStore(
  'memory',
  async () => {
    const clock = createTestClock();
    return { ...clock, open: async () => createMemoryStore(clock.now), stop: async () => {} };
  },
  false,
);

test('the memory store shows what was appended', async () => {
  const store = createMemoryStore(() => 0);
  await store.append('usage', { status: 200, left: undefined });
  expect(store.records).toEqual([{ kind: 'usage', record: { status: 200 } }]);
});
