import { expect, test } from 'vitest';
import { deriveBytes, deriveMacKey, deriveSealingKey } from './derived-keys.ts';

test('a key for one purpose is invalid for another, and for another secret', () => {
  const keys = [deriveBytes('a', 'one'), deriveBytes('a', 'two'), deriveBytes('b', 'one')].map(String);
  expect(new Set(keys).size).toBe(3);
  expect(deriveBytes('a', 'one')).toEqual(deriveBytes('a', 'one'));
  expect(deriveBytes('a', 'one')).toHaveLength(32);
});

test('keys cannot be read out of the process that holds them', async () => {
  for (const key of [await deriveSealingKey('a', 'one'), await deriveMacKey('a', 'one')]) {
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  }
});
