import { expect, test } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import type { Scope } from './caller.ts';
import { createSigner } from './keys.ts';

const grant = {
  id: '0123456789abcdef0123',
  scopes: ['articles:read', 'mcp:connect'],
  issuedAt: 1_795_132_800_000,
} as const;

test('a key reads as the specification says and proves what it was minted with', () => {
  const keyring = createTestKeyring();
  const key = keyring.mint(grant);
  expect(key).toMatch(/^quire_demo_[0-9a-f]{64}$/);
  expect(keyring.verify(key)).toEqual({ ...grant, plan: 'demo' });
  expect(keyring.verify(key), 'from the cache').toEqual({ ...grant, plan: 'demo' });
});

test('the same grant gives the same key', () => {
  expect(createTestKeyring().mint(grant)).toBe(createTestKeyring().mint(grant));
});

test.each<Scope[][]>([[[]], [['articles:read']], [['mcp:connect']]])(
  'a key holds the scopes it was given: %j',
  (scopes) => {
    const keyring = createTestKeyring();
    expect(keyring.verify(keyring.mint({ ...grant, scopes }))?.scopes).toEqual(scopes);
  },
);

test('the time of issue is stored in whole seconds', () => {
  const keyring = createTestKeyring();
  const key = keyring.mint({ ...grant, issuedAt: grant.issuedAt + 999 });
  expect(keyring.verify(key)?.issuedAt).toBe(grant.issuedAt);
});

test('a key with any one digit changed is invalid', () => {
  const keyring = createTestKeyring();
  const key = keyring.mint(grant);
  for (let index = 0; index < key.length; index++) {
    const digit = key[index] === '0' ? '1' : '0';
    expect(keyring.verify(key.slice(0, index) + digit + key.slice(index + 1)), `digit ${index}`).toBeUndefined();
  }
});

test('a key given under a former prefix stays one, and under no other than it was given with', () => {
  const key = createTestKeyring().mint(grant);
  const renamed = createTestKeyring({ prefix: 'press' });
  expect(renamed.verify(key)).toEqual({ ...grant, plan: 'demo' });
  expect(renamed.hasKeyPrefix(key)).toBe(true);
  expect(renamed.mint(grant)).toMatch(/^press_demo_/);
  expect(renamed.mint({ ...grant, prefix: 'quire' }), 'told again as it was given').toBe(key);
  expect(renamed.verify(key.replace('quire', 'press'))).toBeUndefined();
});

test('a key of another environment or secret is invalid', () => {
  const key = createTestKeyring().mint(grant);
  expect(createTestKeyring({ environment: 'https://elsewhere.example' }).verify(key)).toBeUndefined();
  expect(createTestKeyring({ secrets: { current: createSigner('another secret') } }).verify(key)).toBeUndefined();
});

test('after the secret was replaced old keys hold while the previous one is there, and new ones are signed with the new', () => {
  const [old, fresh] = [createSigner('the old secret'), createSigner('the new secret')];
  const before = createTestKeyring({ secrets: { current: old } });
  const during = createTestKeyring({ secrets: { current: fresh, previous: old } });
  const after = createTestKeyring({ secrets: { current: fresh } });
  const key = before.mint(grant);
  expect(during.verify(key)?.id).toBe(grant.id);
  expect(after.verify(key)).toBeUndefined();
  expect(after.verify(during.mint(grant))?.id).toBe(grant.id);
  expect(during.mint({ ...grant, kid: before.kid }), 'told again with the secret it was signed with').toBe(key);
  expect(after.mint({ ...grant, kid: before.kid }), 'that secret is gone').toBe(after.mint(grant));
});

test('replicas that restart one after the other accept the keys of one another, once each knows the next secret', () => {
  const [old, next] = [
    createSigner('the old secret, 32 characters or so'),
    createSigner('the next secret, 32 characters or so'),
  ];
  const [before, prepared, restarted] = [
    { current: old },
    { current: old, previous: next },
    { current: next, previous: old },
  ].map((secrets) => createTestKeyring({ secrets }));
  const isAccepted = (by = before, from = before) =>
    by?.verify(from?.mint({ id: 'a'.repeat(20), scopes: ['articles:read'], issuedAt: 0 }) ?? '') !== undefined;
  expect([isAccepted(before, prepared), isAccepted(prepared, before)]).toEqual([true, true]);
  expect([isAccepted(prepared, restarted), isAccepted(restarted, prepared)]).toEqual([true, true]);
  expect(isAccepted(before, restarted)).toBe(false);
});

test('a revocation counts at once, also for a key that was verified before', () => {
  const revoked = new Set<string>();
  const keyring = createTestKeyring({ isRevoked: (id) => revoked.has(id) });
  const key = keyring.mint(grant);
  expect(keyring.verify(key)).toBeDefined();
  revoked.add(grant.id);
  expect(keyring.verify(key)).toBeUndefined();
});

test('the last ten thousand verified keys are remembered, and not twice as many', () => {
  let proofs = 0;
  const sign = createSigner('counted');
  const current = (message: string) => {
    proofs += 1;
    return sign(message);
  };
  const keyring = createTestKeyring({ secrets: { current } });
  const keys = Array.from({ length: 20_001 }, (_, n) =>
    keyring.mint({ ...grant, id: n.toString(16).padStart(20, '0') }),
  );
  for (const key of keys) keyring.verify(key);
  const proofsOf = (key: string | undefined) => {
    const before = proofs;
    keyring.verify(key ?? '');
    return proofs - before;
  };
  expect(proofsOf(keys.at(-1)), 'the newest is remembered').toBe(0);
  expect(proofsOf(keys[0]), 'the oldest is forgotten').toBe(1);
  const foreign = createTestKeyring({ prefix: 'quire', secrets: { current: createSigner('foreign') } }).mint(grant);
  expect(foreign.slice(11, 13), 'the test needs secrets with different names').not.toBe(keyring.kid);
  expect(proofsOf(foreign), 'signed with a secret that is not here').toBe(0);
  const forged = `${keys.at(-1)?.slice(0, -1)}x`;
  expect([proofsOf(forged), proofsOf(forged)], 'not hexadecimal: no proof at all').toEqual([0, 0]);
});
