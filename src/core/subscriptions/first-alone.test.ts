import { expect, test } from 'vitest';
import { createFirstAlone } from './first-alone.ts';

test('the first goes alone, then those who waited go together; another name waits for nobody', async () => {
  const inTurn = createFirstAlone();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    steps.push('first begins');
    await gate.promise;
    steps.push('first ends');
    return 1;
  });
  const second = inTurn('a', async () => steps.push('second'));
  const third = inTurn('a', async () => steps.push('third'));
  await inTurn('b', async () => steps.push('another'));
  gate.resolve();
  expect(await first).toBe(1);
  await Promise.all([second, third]);
  expect(steps).toEqual(['first begins', 'another', 'first ends', 'second', 'third']);
});

test('the failure of the first is its own', async () => {
  const inTurn = createFirstAlone();
  const first = inTurn('a', () => Promise.reject(new Error('gone')));
  const second = inTurn('a', async () => 2);
  await expect(first).rejects.toThrow('gone');
  expect(await second).toBe(2);
  expect(await inTurn('a', async () => 3)).toBe(3);
});
