import { createMemoryStore } from '../../src/store/memory-store.ts';
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
