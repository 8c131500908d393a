import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory.ts';
import { digest } from '../digests.ts';
import { createAuthorizationCodes } from './codes.ts';
import type { GrantTerms } from './grants.ts';

const base = 'https://quire.test';
const redirectUri = 'https://app.test/callback';
const verifier = 'v'.repeat(43);
const terms: GrantTerms = {
  clientId: 'client_one',
  subject: 'visitor_one',
  plan: 'demo',
  scopes: ['articles:read'],
  resources: [base],
};

async function createWorld() {
  const clock = { at: Date.UTC(2026, 10, 20) };
  const now = () => clock.at;
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const codes = createAuthorizationCodes({ store: createMemoryStore(now), now, randomBytes });
  const challenge = digest(verifier);
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
    ['another redirect address', { redirectUri: 'https://app.test/other' }],
    ['no redirect address although one was named', { redirectUri: undefined }],
    ['another verifier', { verifier: 'w'.repeat(43) }],
    ['another code', { code: 'c'.repeat(43) }],
  ])('is refused to %s, and stays good', async (_, wrong) => {
    const { codes, right } = await createWorld();
    expect(await codes.redeem({ ...right, ...wrong })).toEqual({ kind: 'refused' });
    expect(await codes.redeem(right)).toMatchObject({ kind: 'redeemed', terms });
  });

  test('does not cover a resource beyond its own', async () => {
    const { codes, right } = await createWorld();
    expect(await codes.redeem({ ...right, resources: [`${base}/mcp`] })).toEqual({ kind: 'wrong-resource' });
  });

  test('lives for a minute', async () => {
    const { codes, right, clock } = await createWorld();
    clock.at += 60_000;
    expect(await codes.redeem(right)).toEqual({ kind: 'refused' });
  });

  test('is still known as used an hour later', async () => {
    const { codes, right, clock } = await createWorld();
    await codes.redeem(right);
    clock.at += 3_600_000;
    expect(await codes.redeem(right)).toMatchObject({ kind: 'replayed' });
  });
});
