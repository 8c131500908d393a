import { expect, it } from 'vitest';
import { collectGarbage } from './heap-growth.ts';

it('lets go of what nothing refers to', async () => {
  const left = new WeakRef({ of: 'a release' });
  // Node.js keeps a reference that was read until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(left.deref()).toBeUndefined();
});
