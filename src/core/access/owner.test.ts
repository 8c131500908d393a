import { describe, expect, it } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { addressesOf } from '../../../tests/support/many-networks.ts';
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

describe('many clients', () => {
  async function guessFromAll(check: ReturnType<typeof setUp>['check'], nth: (at: number) => string) {
    const found = [];
    for (let at = 0; at < 250; at += 1) found.push(await check(basic('a guess'), nth(at)));
    return found.filter((access) => access === 'denied');
  }

  it.each(addressesOf)('of $name have $times times ten guesses a minute', async ({ nth, times, other }) => {
    const { clock, check } = setUp();
    expect(await guessFromAll(check, nth)).toHaveLength(10 * times);
    expect(await check(basic(secret), nth(251))).toBe('limited');
    expect(await check(basic(secret), other)).toBe('granted');
    clock.at += 60_001;
    expect(await check(basic(secret), nth(251))).toBe('granted');
  });

  it.each(addressesOf)('of $name do not lock the owner out who was admitted there before', async ({ nth }) => {
    const { check } = setUp();
    expect(await check(basic(secret), nth(251))).toBe('granted');
    await guessFromAll(check, nth);
    expect(await check(basic(secret), nth(251))).toBe('granted');
    for (let wrong = 0; wrong < 10; wrong += 1) expect(await check(basic('a guess'), nth(251))).toBe('denied');
    expect(await check(basic(secret), nth(251))).toBe('limited');
  });

  it('use up nothing of the network past the limit of one address', async () => {
    const { check } = setUp();
    for (let wrong = 0; wrong < 300; wrong += 1) await check(basic('a guess'), '192.0.2.7');
    expect(await check(basic(secret), '192.0.2.8')).toBe('granted');
  });
});
