import type { Store } from '../../src/store/store.ts';

/** A store as a process has it that is killed: after so many writes no call is answered any more. */
export function dieAfter(store: Store, writes: number): Store {
  let left = writes;
  const never = () => new Promise<never>(() => {});
  return {
    ...store,
    get: (key) => (left > 0 ? store.get(key) : never()),
    async update(key, decide) {
      if (left <= 0) return never();
      let isWrite = false;
      const result = await store.update(key, (seen) => {
        const decision = decide(seen);
        isWrite = decision.op !== 'keep';
        return decision;
      });
      if (isWrite) left -= 1;
      return result;
    },
  };
}
