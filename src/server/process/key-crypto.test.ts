import { expect, test } from 'vitest';
import { createSigner, isEqualInConstantTime } from './key-crypto.ts';

test('a signer gives 64 hex digits that depend on the message and on the secret', () => {
  const [one, other] = [createSigner('one'), createSigner('other')];
  expect(one('message')).toMatch(/^[0-9a-f]{64}$/);
  expect(one('message')).toBe(createSigner('one')('message'));
  expect(new Set([one('message'), one('messages'), other('message')]).size).toBe(3);
});

test('texts are equal in every character or not at all', () => {
  expect(isEqualInConstantTime('abc', 'abc')).toBe(true);
  expect(isEqualInConstantTime('abc', 'abd')).toBe(false);
  expect(isEqualInConstantTime('abc', 'ab')).toBe(false);
  expect(isEqualInConstantTime('ä', 'a')).toBe(false);
});
