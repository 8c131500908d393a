import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { terms } from '../../../tests/support/grant-terms.ts';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { createUrls } from '../../contract/urls.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { invalid } from '../access/caller.ts';
import { createAuthorizationServer } from './authorization-server.ts';

const base = 'https://quire.test';
const issuedAt = Date.UTC(2026, 10, 20);
const subscriber = {
  kind: 'subscriber',
  id: 'visitor_one',
  plan: 'demo',
  scopes: ['articles:read'],
  issuedAt,
  expiresAt: issuedAt + 3_600_000,
};

async function openServer(about: { store: Store; now: () => number; revoked?: Set<string>; baseUrl?: string }) {
  const { store, now, revoked = new Set(), baseUrl = base } = about;
  const warnings: string[] = [];
  const server = await createAuthorizationServer({
    services: {
      store,
      now,
      urls: createUrls(baseUrl),
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
  test('speaks for its subject for an hour', async () => {
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
    expect(state.reads, 'no caller reads it again').toBe(reads);
  });

  test('ends with the demo key it was bought with', async () => {
    const { server, revoked } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    revoked.add('client_one');
    expect(await server.tokens.verify(token, base)).toEqual(invalid);
  });

  test('continues while the store is down, with a line in the log', async () => {
    const { server, state, clock } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    state.isDown = true;
    clock.at += 20_000;
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
    expect(server.warnings).toEqual(['Revocation of a token could not be checked']);
    expect(await server.tokens.verify(`${token.slice(0, 20)}x${token.slice(21)}`, base)).toEqual(invalid);
  });

  test('says all that a reader of it may rely on', async () => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue({ ...terms, scopes: ['articles:read', 'mcp:connect'] }, 'the grant');
    expect(await server.tokens.inspect(token)).toEqual({
      iss: base,
      sub: 'visitor_one',
      client_id: 'client_one',
      aud: [base],
      scope: ['articles:read', 'mcp:connect'],
      iat: issuedAt / 1000,
      exp: issuedAt / 1000 + 3_600,
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
      plan: 'demo',
      grant: 'the grant',
    });
  });

  test('without a grant is one of its own, known by its own name', async () => {
    const { server } = await createWorld();
    const claims = await server.tokens.inspect((await server.tokens.issue(terms)).token);
    expect(claims?.grant).toBe(claims?.jti);
  });

  test.each(['client_one', 'https://app.test/client.json'])(
    'of client %s speaks for the person who consented, not for all who use the client',
    async (clientId) => {
      const { server } = await createWorld();
      const [one, two] = [terms, { ...terms, subject: 'visitor_two' }].map((each) => ({ ...each, clientId }));
      const ids = await Promise.all(
        [one, two].map(async (each = terms) => server.tokens.verify((await server.tokens.issue(each)).token, base)),
      );
      expect(ids).toMatchObject([{ id: 'visitor_one' }, { id: 'visitor_two' }]);
    },
  );

  test('for several resources is good at each of them, and one for none nowhere', async () => {
    const { server } = await createWorld();
    const resources = [`${base}/mcp`, `${base}/api/v1`];
    const { token } = await server.tokens.issue({ ...terms, resources });
    for (const path of ['/mcp', '/api/v1/articles'])
      expect(await server.tokens.verify(token, base + path)).toEqual(subscriber);
    expect(await server.tokens.verify(token, `${base}/ask`)).toEqual(invalid);
    expect((await server.tokens.inspect(token))?.aud).toEqual(resources);
    const none = await server.tokens.issue({ ...terms, resources: [] });
    expect(await server.tokens.verify(none.token, base)).toEqual(invalid);
  });

  test('that we signed but that lacks a claim, or has another kind of it, is none', async () => {
    const { server } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { kid, privateKey } = await server.signingKeys.readSigner();
    const sign = (payload: object) =>
      new SignJWT({ ...claims, ...payload }).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid }).sign(privateKey);
    expect(await server.tokens.verify(await sign({}), base)).toEqual(subscriber);
    for (const name of ['sub', 'client_id', 'scope', 'plan', 'grant', 'jti', 'aud', 'exp', 'iat'])
      expect(await server.tokens.verify(await sign({ [name]: undefined }), base), name).toEqual(invalid);
    expect(await server.tokens.verify(await sign({ scope: 'articles:read everything' }), base)).toEqual(invalid);
    expect(await server.tokens.verify(await sign({ scope: '  articles:read ' }), base)).toEqual(subscriber);
  });

  test.each([
    ['nothing', ''],
    ['one part', 'abc'],
    ['three parts of nothing', '..'],
    ['no JSON', 'e30x.e30.e30'],
    ['no key id', `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.e30.e30`],
    ['text that is not base64url', `${Buffer.from('{"alg":"RS256","kid":"a"}').toString('base64url')}.e30.!`],
  ])('is not %s', async (_, text) => {
    const { server } = await createWorld();
    expect(await server.tokens.verify(text, base)).toEqual(invalid);
    expect(await server.tokens.inspect(text)).toBeUndefined();
  });

  test('is not accepted when the store fails in an unexpected way', async () => {
    const { server, store } = await createWorld();
    const { token } = await server.tokens.issue(terms);
    const { get } = store;
    store.get = async () => {
      throw new TypeError('a mistake of ours');
    };
    await expect(server.tokens.verify(token, base)).rejects.toThrow('a mistake of ours');
    store.get = get;
    expect(await server.tokens.verify(token, base)).toEqual(subscriber);
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
    [`${base}/api/v1`, '/api/v1', true],
    [`${base}/api/v1`, '/api/v10', false],
    [`${base}/api/sandbox/v1`, '/api/v1/articles', true],
    [`${base}/api/sandbox/v1`, '/api/sandbox/v1x', false],
    ['https://elsewhere.test', '/mcp', false],
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
    const variants = [...alphabet]
      .map((last) => token.slice(0, -1) + last)
      .filter(
        (markdownPath) =>
          markdownPath !== token &&
          Buffer.from(markdownPath.split('.')[2] ?? '', 'base64url').equals(Buffer.from(signature, 'base64url')),
      );
    expect(variants.length).toBeGreaterThan(0);
    const lenient = [
      `${token}=`,
      `${token}==`,
      `${token} `,
      `${token}\n`,
      token.replaceAll('-', '+').replaceAll('_', '/'),
    ];
    for (const other of [...variants, ...lenient]) {
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
