import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { createMemoryStore } from '../../store/memory.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { createUrls } from '../urls.ts';
import type { GrantTerms } from './grants.ts';
import { createAuthorizationServer } from './server.ts';

const base = 'https://quire.test';
const terms: GrantTerms = {
  clientId: 'client_one',
  subject: 'visitor_one',
  plan: 'demo',
  scopes: ['articles:read'],
  resources: [base],
};
const issuedAt = Date.UTC(2026, 10, 20);
const subscriber = {
  kind: 'subscriber',
  id: 'client_one',
  plan: 'demo',
  scopes: ['articles:read'],
  issuedAt,
  expiresAt: issuedAt + 3_600_000,
};
const invalid = { kind: 'invalid' };

async function openServer(about: { store: Store; now: () => number; revoked?: Set<string>; baseUrl?: string }) {
  const { store, now, revoked = new Set(), baseUrl = base } = about;
  const warnings: string[] = [];
  const server = await createAuthorizationServer({
    services: {
      store,
      now,
      urls: createUrls(baseUrl),
      keyPrefix: 'quire',
      keyring: createTestKeyring(),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      log: { info() {}, error() {}, warn: (_, message) => warnings.push(message) },
    },
    secrets: ['a secret'],
    isClientRevoked: (id) => revoked.has(id),
  });
  return { ...server, warnings };
}

async function createWorld() {
  const clock = { at: issuedAt };
  const now = () => clock.at;
  const state = { isDown: false, reads: 0 };
  const memory = createMemoryStore(now);
  const store: Store = {
    ...memory,
    async get(key) {
      state.reads += 1;
      if (state.isDown) throw new StoreUnavailable(new Error('down'));
      return memory.get(key);
    },
  };
  const revoked = new Set<string>();
  return { clock, now, state, store, revoked, server: await openServer({ store, now, revoked }) };
}

describe('an access token', () => {
  test('speaks for its client for an hour', async () => {
    const { server, clock } = await createWorld();
    const { token, expiresIn } = await server.tokens.issue(terms);
    expect(expiresIn).toBe(3600);
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    clock.at += 3_599_000;
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    clock.at += 1000;
    expect(await server.tokens.verify(token, base)).toEqual(invalid);
  });

  test('costs no read of the store when it was seen within ten seconds', async () => {
    const { server, state, clock } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    await server.tokens.verify(token, base);
    const { reads } = state;
    for (let times = 0; times < 100; times += 1) expect(server.tokens.verify(token, base)).toEqual(subscriber);
    expect(state.reads).toBe(reads);
    clock.at += 10_000;
    await server.tokens.verify(token, base);
    expect(state.reads).toBe(reads + 1);
  });

  test('ends at once where it is revoked, and within ten seconds everywhere', async () => {
    const { server, store, now, clock } = await createWorld();
    const elsewhere = await openServer({ store, now });
    const { token } = await server.tokens.issue(terms);
    expect(await elsewhere.tokens.verify(token, base)).toEqual(subscriber);
    await server.tokens.verify(token, base);
    await server.grants.revoke((await server.tokens.inspect(token))?.grant ?? '');
    expect(await server.tokens.verify(token, base)).toEqual(invalid);
    clock.at += 10_000;
    expect(await elsewhere.tokens.verify(token, base)).toEqual(invalid);
  });

  test('that has ended once stays so, also while the store is away', async () => {
    const { server, store, now, clock, state } = await createWorld();
    const elsewhere = await openServer({ store, now });
    const { token } = await server.tokens.issue(terms);
    expect(await elsewhere.tokens.verify(token, base)).toEqual(subscriber);
    await server.grants.revoke((await server.tokens.inspect(token))?.grant ?? '');
    clock.at += 10_000;
    expect(await elsewhere.tokens.verify(token, base)).toEqual(invalid);
    expect(await elsewhere.tokens.inspect(token)).toBeUndefined();
    const { reads } = state;
    state.isDown = true;
    for (let round = 0; round < 3; round += 1) {
      clock.at += 10_000;
      expect(await elsewhere.tokens.verify(token, base)).toEqual(invalid);
    }
    expect(state.reads, 'nobody asks again').toBe(reads);
  });

  test('ends with the demo key it was bought with', async () => {
    const { server, revoked } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    revoked.add('client_one');
    expect(await server.tokens.verify(token, base)).toEqual(invalid);
  });

  test('goes on while the store is down, with a line in the log', async () => {
    const { server, state, clock } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    state.isDown = true;
    clock.at += 20_000;
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    expect(server.warnings).toHaveLength(1);
    expect(await server.tokens.verify(`${token.slice(0, 20)}x${token.slice(21)}`, base)).toEqual(invalid);
  });

  test.each([
    [base, '/mcp', true],
    [base, '/api/v1/articles/x', true],
    [`${base}/mcp`, '/mcp', true],
    [`${base}/mcp`, '/mcp/docs', true],
    [`${base}/mcp`, '/mcpx', false],
    [`${base}/mcp`, '/api/v1/articles/x', false],
    [`${base}/api/v1`, '/api/v1/articles', true],
    [`${base}/api/v1`, '/api/sandbox/v1/articles', true],
    [`${base}/api/v1`, '/mcp', false],
  ])('for %s called at %s: %s', async (resource, path, isGood) => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue({ ...terms, resources: [resource] });
    expect(await server.tokens.verify(token, `${base}${path}`)).toEqual(isGood ? subscriber : invalid);
  });

  test('is refused with any character changed', async () => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    for (let index = 0; index < token.length - 1; index += 7) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const forged = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      expect(await server.tokens.verify(forged, base), `character ${index}`).toEqual(invalid);
    }
  });

  test('has one spelling: what decodes to the same bytes is another text, and no token', async () => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const signature = token.slice(token.lastIndexOf('.') + 1);
    const twins = [...alphabet]
      .map((last) => token.slice(0, -1) + last)
      .filter(
        (twin) =>
          twin !== token &&
          Buffer.from(twin.split('.')[2] ?? '', 'base64url').equals(Buffer.from(signature, 'base64url')),
      );
    expect(twins.length).toBeGreaterThan(0);
    const lenient = [
      `${token}=`,
      `${token}==`,
      `${token} `,
      `${token}\n`,
      token.replaceAll('-', '+').replaceAll('_', '/'),
    ];
    for (const other of [...twins, ...lenient]) {
      if (other !== token) expect(await server.tokens.verify(other, base), other.slice(-6)).toEqual(invalid);
    }
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
  });

  test('is refused when another issuer signed it with the same keys', async () => {
    const { server, store, now } = await createWorld();
    await server.tokens.issue(terms);
    const stranger = await openServer({ store, now, baseUrl: 'https://evil.test' });
    const { token } = await stranger.tokens.issue(terms);
    expect(await server.tokens.verify(token, base)).toEqual(invalid);
  });

  test('is refused unsigned, as another type, or signed with the public key as a secret', async () => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    const [, payload] = token.split('.');
    const { kid, privateKey } = await server.signingKeys.readSigner();
    const claims = JSON.parse(atob(payload?.replaceAll('-', '+').replaceAll('_', '/') ?? ''));
    const unsigned = `${btoa(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).replaceAll('=', '')}.${payload}.`;
    const otherType = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(privateKey);
    const [jwk] = await server.signingKeys.list();
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
      .sign(new TextEncoder().encode(jwk?.n));
    for (const forged of [unsigned, otherType, symmetric])
      expect(await server.tokens.verify(forged, base)).toEqual(invalid);
  });
});
