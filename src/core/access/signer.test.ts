import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSigner } from '../../core/access/keys.ts';
import { deriveBytes } from '../../core/authorization/derived-keys.ts';

test('a signer gives 64 hex digits that depend on the message and on the secret', () => {
  const [one, other] = [createSigner('one'), createSigner('other')];
  expect(one('message')).toMatch(/^[0-9a-f]{64}$/);
  expect(one('message')).toBe(createSigner('one')('message'));
  expect(new Set([one('message'), one('messages'), other('message')]).size).toBe(3);
});

test('keys are derived as node itself derives them: by RFC 5869, without a salt', () => {
  const expected = Buffer.from(hkdfSync('sha256', 'a secret', '', 'a purpose', 32)).toString('hex');
  expect(Buffer.from(deriveBytes('a secret', 'a purpose')).toString('hex')).toBe(expected);
});
