import { expect, it } from 'vitest';
import { collectGarbage } from './heap-growth.ts';

it('lets go of what nothing refers to', async () => {
  const left = new WeakRef({ of: 'a release' });
  // A reference that was looked at is held until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(left.deref()).toBeUndefined();
});
