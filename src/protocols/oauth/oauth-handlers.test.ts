import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dieAfter } from '../../../tests/support/dying-store.ts';
import { createOauthService, demoKey, type OauthService } from '../../../tests/support/oauth-service.ts';
import { invalid } from '../../core/access/caller.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';

const base = 'https://quire.test';
const verifier = 'v'.repeat(43);
// SHA-256 of the verifier in base64url, worked out with openssl.
const challenge = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM';
const redirectUri = 'https://app.test/callback';

let service: OauthService;
let publicId: string;
let secretId: string;
let secret: string;
beforeAll(async () => {
  service = await createOauthService({ baseUrl: base });
  publicId = (await register({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' })).client_id;
  const confidential = await register({ grant_types: ['client_credentials'], scope: 'mcp:connect' });
  secretId = confidential.client_id;
  secret = confidential.client_secret;
});

async function register(metadata: Record<string, unknown>) {
  const response = await post('register', JSON.stringify(metadata), { 'content-type': 'application/json' });
  return response.json();
}

function post(path: string, body: string | Record<string, string> | [string, string][], headers = {}) {
  const text = typeof body === 'string' ? body : new URLSearchParams(body).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.fetch(
    new Request(`${base}/agent/auth/${path}`, { method: 'POST', body: text, headers: { ...type, ...headers } }),
  );
}

const basic = (id: string, password: string) => ({ authorization: `Basic ${btoa(`${id}:${password}`)}` });
const withKey = { grant_type: 'client_credentials', client_id: 'agent', client_secret: demoKey };

async function expectRefusal(response: Response, status: number, error: string) {
  expect([response.status, await response.json()]).toEqual([status, { error, error_description: expect.any(String) }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('www-authenticate')?.startsWith('Basic ') ?? false).toBe(status === 401);
}

describe('the token endpoint', () => {
  test.each<[string, number, string, Record<string, string>]>([
    ['nothing', 400, 'invalid_request', {}],
    ['an unknown grant', 400, 'unsupported_grant_type', { grant_type: 'password' }],
    ['no client', 401, 'invalid_client', { grant_type: 'client_credentials' }],
    ['a wrong demo key', 401, 'invalid_client', { ...withKey, client_secret: `${demoKey}0` }],
    ['an unknown scope', 400, 'invalid_scope', { ...withKey, scope: 'articles:write' }],
    ['an unknown scope among known ones', 400, 'invalid_scope', { ...withKey, scope: 'articles:read openid' }],
    ['a foreign resource', 400, 'invalid_target', { ...withKey, resource: 'https://other.test' }],
    ['a resource with a path', 400, 'invalid_target', { ...withKey, resource: `${base}/mcp/` }],
    ['a demo key for a code', 400, 'unauthorized_client', { ...withKey, grant_type: 'authorization_code' }],
  ])('refuses %s: %i %s', async (_, status, error, body) => expectRefusal(await post('token', body), status, error));

  test('gives a client no scope beyond its registration', async () => {
    const body = { grant_type: 'client_credentials', scope: 'articles:read' };
    await expectRefusal(await post('token', body, basic(secretId, secret)), 400, 'invalid_scope');
    const granted = await post('token', { grant_type: 'client_credentials' }, basic(secretId, secret));
    expect(await granted.json()).toMatchObject({ scope: 'mcp:connect' });
  });

  test('refuses a repeated parameter, and a secret in two places', async () => {
    const twice: [string, string][] = [
      ...Object.entries(withKey),
      ['scope', 'articles:read'],
      ['scope', 'mcp:connect'],
    ];
    await expectRefusal(await post('token', twice), 400, 'invalid_request');
    await expectRefusal(await post('token', withKey, basic('agent', demoKey)), 400, 'invalid_request');
  });

  test('takes several resources, and a blank parameter as none', async () => {
    const several: [string, string][] = [
      ...Object.entries({ ...withKey, scope: '' }),
      ['resource', `${base}/mcp`],
      ['resource', `${base}/api/v1`],
    ];
    const { access_token, scope } = await (await post('token', several)).json();
    expect(scope).toBe('articles:read mcp:connect');
    expect((await service.server.tokens.inspect(access_token))?.aud).toEqual([`${base}/mcp`, `${base}/api/v1`]);
  });

  test('accepts the base URL with the slash that URL parsers add', async () => {
    const { access_token } = await (await post('token', { ...withKey, resource: `${base}/` })).json();
    expect((await service.server.tokens.inspect(access_token))?.aud).toEqual([base]);
  });

  test.each([['Bearer x'], ['Basic !!!'], ['Basic bm9jb2xvbg=='], ['Basic /zo='], ['Basic JTp4'], ['']])(
    'refuses the Authorization header "%s"',
    async (authorization) => {
      const response = await post('token', { grant_type: 'client_credentials' }, { authorization });
      await expectRefusal(response, 401, 'invalid_client');
    },
  );
});

describe('the authorization endpoint', () => {
  const right = {
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a b&c',
  };
  const ask = (parameters: Record<string, string>, headers = {}) =>
    service.fetch(
      new Request(`${base}/agent/auth/authorize?${new URLSearchParams({ client_id: publicId, ...parameters })}`, {
        headers,
      }),
    );

  test.each<[string, string, Record<string, string>]>([
    ['an unknown client', 'invalid_request', { client_id: 'client_nobody' }],
    ['a URI that is not registered', 'invalid_request', { redirect_uri: 'https://evil.test/callback' }],
    ['a state too long to return', 'invalid_request', { state: 's'.repeat(4097) }],
    ['another response_type', 'unsupported_response_type', { response_type: 'token' }],
    ['no response_type', 'invalid_request', { response_type: '' }],
    ['no challenge', 'invalid_request', { code_challenge: '' }],
    ['a plain challenge', 'invalid_request', { code_challenge_method: 'plain' }],
    ['no challenge method', 'invalid_request', { code_challenge_method: '' }],
    ['another response_mode', 'invalid_request', { response_mode: 'fragment' }],
    ['a request object', 'invalid_request', { request_uri: 'https://app.test/request' }],
    ['an unknown scope', 'invalid_scope', { scope: 'openid' }],
    ['a foreign resource', 'invalid_target', { resource: 'https://other.test' }],
  ])('shows an error page for %s and does not redirect, whatever was decided', async (_, error, change) => {
    const parameters = { ...right, ...change };
    for (const decision of ['allow', 'deny']) {
      const posted = await post('authorize', { client_id: publicId, ...parameters, decision });
      expect(posted.headers.get('location')).toBeNull();
      await expectRefusal(posted, 400, error);
    }
    const response = await ask(parameters);
    expect(response.headers.get('location')).toBeNull();
    await expectRefusal(response, 400, error);
    const page = await ask(parameters, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.headers.get('location')).toBeNull();
    const html = await page.text();
    expect(html).toContain(`<code>${error}</code>`);
    expect(html).not.toContain(redirectUri);
  });

  test('shows an error to a client that may not ask for consent', async () => {
    const metadata = { grant_types: ['client_credentials'], redirect_uris: [redirectUri] };
    const { client_id } = await register(metadata);
    await expectRefusal(await ask({ ...right, client_id }), 400, 'unauthorized_client');
  });

  test('sends the browser back only when a person allowed or denied', async () => {
    expect((await ask(right)).headers.get('location')).toBeNull();
    const denied = await post('authorize', { client_id: publicId, ...right, decision: 'deny' });
    expect(denied.status).toBe(303);
    const redirect = new URL(denied.headers.get('location') ?? '');
    expect(redirect.origin + redirect.pathname).toBe(redirectUri);
    expect(Object.fromEntries(redirect.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a b&c',
      iss: base,
    });
  });

  test('agrees to nothing that another site posts', async () => {
    const consent = { client_id: publicId, ...right, decision: 'allow' };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }, { origin: 'null' }]) {
      await expectRefusal(await post('authorize', consent, headers), 400, 'invalid_request');
    }
    expect((await post('authorize', consent, { origin: base })).status).toBe(303);
    await expectRefusal(await post('authorize', { ...consent, decision: '' }), 400, 'invalid_request');
  });

  test('gives a code that another client, or no verifier, cannot use', async () => {
    const consent = await post('authorize', { client_id: publicId, ...right, decision: 'allow' });
    const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const other = await register({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' });
    await expectRefusal(await post('token', { ...body, client_id: other.client_id }), 400, 'invalid_grant');
    const { code_verifier, ...bare } = { ...body, client_id: publicId };
    await expectRefusal(await post('token', bare), 400, 'invalid_request');
    await expectRefusal(await post('token', { ...bare, code_verifier: 'short' }), 400, 'invalid_grant');
    await expectRefusal(
      await post('token', { ...bare, code_verifier, resource: `${base}/mcp` }),
      400,
      'invalid_target',
    );
    expect((await post('token', { ...bare, code_verifier })).status).toBe(200);
  });
});

/** A person who allowed a client of the authorization service over `store`. */
async function consentAt(store: Store, now: () => number) {
  service = await createOauthService({ baseUrl: base, now, store });
  const grant_types = ['authorization_code', 'refresh_token'];
  const client = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', grant_types };
  const { client_id } = await register(client);
  const consent = await post('authorize', {
    client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    decision: 'allow',
  });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

test('a code and a refresh token stay good while no token can be signed', async () => {
  let at = Date.UTC(2026, 10, 20);
  let isAway = false;
  const now = () => at;
  const store = createMemoryStore(now);
  const before = service;
  const get: Store['get'] = (key) =>
    isAway && key.startsWith('oauth-signing-keys') ? Promise.reject(new StoreUnavailable('away')) : store.get(key);
  const byCode = await consentAt({ ...store, get }, now);
  async function sendTwice(body: Record<string, string>) {
    isAway = true;
    expect((await post('token', body)).ok).toBe(false);
    isAway = false;
    const again = await post('token', body);
    expect(again.status).toBe(200);
    return again.json();
  }
  const { refresh_token } = await sendTwice(byCode);
  at += 120_000;
  await sendTwice({ grant_type: 'refresh_token', client_id: byCode.client_id, refresh_token });
  service = before;
});

describe('a token request that was interrupted', () => {
  const now = () => Date.UTC(2026, 10, 20);
  let before: OauthService;
  beforeAll(() => {
    before = service;
  });
  afterAll(() => {
    service = before;
  });

  /** Sends the body to a process that is killed after so many writes, then to the next one. */
  async function sendAroundKill(store: Store, body: Record<string, string>, writes: number) {
    service = await createOauthService({ baseUrl: base, now, store: dieAfter(store, writes) });
    const first = await Promise.race([post('token', body).then(({ status }) => status), sleep(100, 'killed')]);
    service = await createOauthService({ baseUrl: base, now, store });
    return { first, again: await post('token', body) };
  }

  test.each([0, 1])('leaves the code good after %i of its writes, and the last one spends it', async (writes) => {
    const store = createMemoryStore(now);
    const body = await consentAt(store, now);
    await service.server.signingKeys.readSigner();
    const { first, again } = await sendAroundKill(store, body, writes);
    expect([first, again.status]).toEqual(['killed', 200]);
    const { access_token, refresh_token } = await again.json();
    await expectRefusal(await post('token', body), 400, 'invalid_grant');
    expect(await service.server.tokens.inspect(access_token)).toBeUndefined();
    const refresh = { grant_type: 'refresh_token', client_id: body.client_id, refresh_token };
    await expectRefusal(await post('token', refresh), 400, 'invalid_grant');
  });
});

describe('registration', () => {
  test.each<[string, unknown]>([
    ['invalid_client_metadata', []],
    ['invalid_client_metadata', { grant_types: ['password'] }],
    ['invalid_client_metadata', { grant_types: ['refresh_token'] }],
    ['invalid_client_metadata', { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' }],
    ['invalid_client_metadata', { redirect_uris: [redirectUri], token_endpoint_auth_method: 'private_key_jwt' }],
    ['invalid_client_metadata', { redirect_uris: [redirectUri], response_types: ['token'] }],
    ['invalid_client_metadata', { redirect_uris: [redirectUri], scope: 'openid' }],
    ['invalid_client_metadata', { redirect_uris: [redirectUri], client_name: 'a\u202Eb' }],
    ['invalid_client_metadata', { redirect_uris: [redirectUri], client_uri: 'javascript:alert(1)' }],
    ['invalid_redirect_uri', {}],
    ['invalid_redirect_uri', { redirect_uris: redirectUri }],
    ['invalid_redirect_uri', { redirect_uris: ['http://app.test/'] }],
  ])('returns %s for %j', async (error, metadata) =>
    expectRefusal(await post('register', JSON.stringify(metadata)), 400, error),
  );

  test('limits the redirect URIs of a client in all, because each client is stored for half a year', async () => {
    const long = `${redirectUri}?${'a'.repeat(1_900)}`;
    const register = (count: number) => post('register', JSON.stringify({ redirect_uris: Array(count).fill(long) }));
    expect((await register(2)).status).toBe(201);
    await expectRefusal(await register(3), 400, 'invalid_redirect_uri');
  });
});

describe('revocation and introspection', () => {
  test('of a token of another client is refused; of nonsense it is done', async () => {
    const { access_token: token } = await (await post('token', withKey)).json();
    await expectRefusal(await post('revoke', { token }, basic(secretId, secret)), 400, 'invalid_grant');
    expect((await post('revoke', { token: 'nonsense' }, basic(secretId, secret))).status).toBe(200);
    expect((await post('revoke', { token }, basic('any', demoKey))).status).toBe(200);
    expect(await (await post('introspect', { token }, basic(secretId, secret))).json()).toEqual({ active: false });
  });

  test('need a client, and introspection one with a secret', async () => {
    await expectRefusal(await post('revoke', { token: 'x' }), 401, 'invalid_client');
    await expectRefusal(await post('introspect', { token: 'x' }), 401, 'invalid_client');
    await expectRefusal(await post('introspect', { token: 'x', client_id: publicId }), 401, 'invalid_client');
  });

  test('of a demo key takes the key alone', async () => {
    const { access_token: token } = await (await post('token', withKey)).json();
    expect((await post('revoke', { token: demoKey })).status).toBe(200);
    expect([...service.revokedKeys]).toEqual(['key_one']);
    expect(await service.server.tokens.verify(token, service.services.urls.base)).toEqual(invalid);
    service.revokedKeys.clear();
  });
});

describe('auth.md v0.1', () => {
  const send = (path: string, body: unknown) =>
    service.fetch(new Request(`${base}/agent/auth${path}`, { method: 'POST', body: JSON.stringify(body) }));

  test('registers anonymously with a demo key', async () => {
    const response = await send('', { type: 'anonymous', requested_credential_type: 'api_key' });
    expect(await response.json()).toMatchObject({ credential: demoKey, credential_type: 'api_key', claim_token: null });
  });

  test.each<[string, string, unknown]>([
    ['invalid_request', '', { type: 'identity_assertion' }],
    ['invalid_request', '', 'anonymous'],
    ['unsupported_credential_type', '', { type: 'anonymous', requested_credential_type: 'mtls' }],
    ['invalid_claim_token', '/claim', { claim_token: 'x' }],
  ])('returns %s with a message at "%s"', async (error, path, body) => {
    const response = await send(path, body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error, error_description: expect.any(String), message: expect.any(String) },
    ]);
  });
});
