import { expect, it } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { checkOwner, proveOwner } from './owner.ts';

const secret = 'a secret that only the owner knows: '.padEnd(40, 'x');
const basic = (password: string) => `Basic ${btoa(`owner:${password}`)}`;

function setUp({ hasSecret = true } = {}) {
  const clock = { at: Date.UTC(2026, 10, 20) };
  const keyring = createTestKeyring();
  const ownerProof = hasSecret ? proveOwner(keyring, secret) : undefined;
  const store = createMemoryStore(() => clock.at);
  const check = (authorization: string | null, clientAddress = '192.0.2.1') =>
    checkOwner({ ownerProof, keyring, store }, { authorization, clientAddress });
  return { clock, check };
}

it('admits the secret under any user name, also one that contains a colon', async () => {
  const { check } = setUp();
  expect(await check(basic(secret))).toBe('granted');
  expect(await check(`basic ${btoa(`:${secret}`)}`)).toBe('granted');
});

it.each([
  null,
  '',
  'Basic',
  'Basic !',
  `Bearer ${secret}`,
  basic(''),
  basic('x'),
  basic(secret.slice(1)),
  `Basic ${btoa(secret.slice(0, 9))}`,
])('denies %j', async (authorization) => {
  expect(await setUp().check(authorization)).toBe('denied');
});

it('does not exist without a secret', async () => {
  expect(await setUp({ hasSecret: false }).check(basic(''))).toBe('no-secret');
});

it('does not even look at the right secret for a minute after ten wrong ones of the same client', async () => {
  const { clock, check } = setUp();
  for (let wrong = 0; wrong < 10; wrong += 1) expect(await check(basic(`guess ${wrong}`))).toBe('denied');
  expect(await check(basic(secret))).toBe('limited');
  expect(await check(basic(secret), '192.0.2.2')).toBe('granted');
  clock.at += 60_001;
  expect(await check(basic(secret))).toBe('granted');
});

it('compares ten of a hundred guesses that are sent at the same time', async () => {
  const { check } = setUp();
  const guesses = await Promise.all(Array.from({ length: 100 }, (_, at) => check(basic(`guess ${at}`))));
  expect(guesses.filter((access) => access === 'denied')).toHaveLength(10);
  expect(guesses.filter((access) => access === 'limited')).toHaveLength(90);
});

it('counts no right secret as a failure', async () => {
  const { check } = setUp();
  for (let request = 0; request < 30; request += 1) expect(await check(basic(secret))).toBe('granted');
});
