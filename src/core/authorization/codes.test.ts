import { describe, expect, test } from 'vitest';
import { terms } from '../../../tests/support/grant-terms.ts';
import { sha256 } from '../../library/digest.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createAuthorizationCodes } from './codes.ts';

const base = 'https://quire.test';
const redirectUri = 'https://app.test/callback';
const verifier = 'v'.repeat(43);

/** @param about.isForgetful whether the store forgets in time; the clock of another one stands */
async function createWorld({ isForgetful = true } = {}) {
  const start = Date.UTC(2026, 10, 20);
  const clock = { at: start };
  const now = () => clock.at;
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const store = createMemoryStore(isForgetful ? now : () => start);
  const codes = createAuthorizationCodes({ store, now, randomBytes });
  const challenge = sha256(verifier, 'base64url');
  const code = await codes.issue({ terms, redirectUri, isRedirectNamed: true, challenge });
  return { clock, codes, right: { code, clientId: 'client_one', redirectUri, verifier, resources: undefined } };
}

describe('an authorization code', () => {
  test('is good for one of twenty who show it at once', async () => {
    const { codes, right } = await createWorld();
    const redemptions = await Promise.all(Array.from({ length: 20 }, () => codes.redeem(right)));
    expect(redemptions.filter(({ kind }) => kind === 'redeemed')).toHaveLength(1);
    expect(redemptions.filter(({ kind }) => kind === 'replayed')).toHaveLength(19);
  });

  test.each([
    ['another client', { clientId: 'client_two' }],
    ['another redirect URI', { redirectUri: 'https://app.test/other' }],
    ['no redirect URI although one was named', { redirectUri: undefined }],
    ['another verifier', { verifier: 'w'.repeat(43) }],
    ['another code', { code: 'c'.repeat(43) }],
  ])('is refused to %s, and stays good', async (_, wrong) => {
    const { codes, right } = await createWorld();
    expect(await codes.redeem({ ...right, ...wrong })).toEqual({ kind: 'refused' });
    expect(await codes.redeem(right)).toMatchObject({ kind: 'redeemed', terms });
  });

  test('stays good when it is only checked, by the same rules', async () => {
    const { codes, right } = await createWorld();
    expect(await codes.check({ ...right, verifier: 'w'.repeat(43) })).toEqual({ kind: 'refused' });
    expect(await codes.check(right)).toMatchObject({ kind: 'redeemed', terms });
    const redeemed = await codes.redeem(right);
    expect(redeemed).toMatchObject({ kind: 'redeemed', terms });
    expect(await codes.check(right)).toMatchObject({ kind: 'replayed' });
  });

  test('does not cover a resource beyond its own, and stays good for its own', async () => {
    const { codes, right } = await createWorld();
    for (const resources of [[`${base}/mcp`], [base, `${base}/mcp`]])
      expect(await codes.redeem({ ...right, resources })).toEqual({ kind: 'wrong-resource' });
    expect(await codes.redeem({ ...right, resources: [base] })).toMatchObject({ kind: 'redeemed' });
  });

  test('requested without a redirect URI is redeemed without one, or with the one it was sent to, and no other', async () => {
    const { codes, right } = await createWorld();
    const ask = () =>
      codes.issue({ terms, redirectUri, isRedirectNamed: false, challenge: sha256(verifier, 'base64url') });
    for (const named of [undefined, redirectUri])
      expect(await codes.redeem({ ...right, code: await ask(), redirectUri: named })).toMatchObject({
        kind: 'redeemed',
      });
    const other = 'https://app.test/other';
    expect(await codes.redeem({ ...right, code: await ask(), redirectUri: other })).toEqual({ kind: 'refused' });
  });

  test('lives for a minute, also where the store keeps it longer', async () => {
    for (const isForgetful of [true, false]) {
      const { codes, right, clock } = await createWorld({ isForgetful });
      clock.at += 60_000;
      expect(await codes.redeem(right)).toEqual({ kind: 'refused' });
    }
  });

  test('is good to its last moment', async () => {
    const { codes, right, clock } = await createWorld();
    clock.at += 59_999;
    expect(await codes.redeem(right)).toMatchObject({ kind: 'redeemed' });
  });

  test('is still known as used an hour later', async () => {
    const { codes, right, clock } = await createWorld();
    await codes.redeem(right);
    clock.at += 3_600_000;
    expect(await codes.redeem(right)).toMatchObject({ kind: 'replayed' });
  });
});
