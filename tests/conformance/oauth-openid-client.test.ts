import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './oauth-browser.ts';
import { demoKey, demoKeyCaller, serveOauth } from './oauth-server.ts';

let service: Awaited<ReturnType<typeof serveOauth>>;
beforeAll(async () => {
  service = await serveOauth(5701);
});
afterAll(() => service.close());

const insecure = { execute: [client.allowInsecureRequests] };
const redirectUri = 'http://127.0.0.1:5799/callback';

async function registerWeb(): Promise<client.Configuration> {
  const metadata = {
    client_name: 'A test of openid-client',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  };
  const options = { algorithm: 'oauth2', ...insecure } as const;
  return client.dynamicClientRegistration(new URL(service.baseUrl), metadata, undefined, options);
}

async function authorize(config: client.Configuration, parameters: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  });
  return { callback: await decide(url, 'allow'), checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

describe('openid-client', () => {
  test.each(['oauth2', 'oidc'] as const)('discovers by %s and buys a token with a demo key', async (algorithm) => {
    const config = await client.discovery(new URL(service.baseUrl), 'any', demoKey, undefined, {
      algorithm,
      ...insecure,
    });
    const answer = await client.clientCredentialsGrant(config, { scope: 'articles:read' });
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'articles:read' });
    const caller = await service.server.tokens.verify(answer.access_token);
    expect(caller).toEqual({ ...demoKeyCaller, scopes: ['articles:read'] });
  });

  test('registers, asks for consent, redeems the code, refreshes, introspects and revokes', async () => {
    const config = await registerWeb();
    const { callback, checks } = await authorize(config, { resource: `${service.baseUrl}/mcp` });
    expect(callback.searchParams.get('iss')).toBe(service.baseUrl);
    const first = await client.authorizationCodeGrant(config, callback, checks);
    expect(first.scope).toBe('articles:read mcp:connect');
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '', { scope: 'mcp:connect' });
    expect(second.scope).toBe('mcp:connect');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const { server, baseUrl } = service;
    expect(await server.tokens.verify(second.access_token, `${baseUrl}/mcp`)).toMatchObject({ kind: 'subscriber' });
    expect(await server.tokens.verify(second.access_token, `${baseUrl}/api/v1/articles`)).toEqual({ kind: 'invalid' });

    const seen = await client.tokenIntrospection(config, second.access_token);
    expect(seen).toMatchObject({ active: true, scope: 'mcp:connect', aud: `${baseUrl}/mcp`, iss: baseUrl });
    await client.tokenRevocation(config, second.refresh_token ?? '');
    expect(await client.tokenIntrospection(config, second.access_token)).toEqual({ active: false });
    await expect(client.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('loses the whole grant when a refresh token is used twice', async () => {
    const config = await registerWeb();
    const { callback, checks } = await authorize(config);
    const first = await client.authorizationCodeGrant(config, callback, checks);
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    await expect(client.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await service.server.tokens.verify(second.access_token)).toEqual({ kind: 'invalid' });
  });

  test('loses the tokens of a code that is replayed', async () => {
    const config = await registerWeb();
    const { callback, checks } = await authorize(config);
    const { access_token } = await client.authorizationCodeGrant(config, callback, checks);
    expect(await service.server.tokens.verify(access_token)).toMatchObject({ kind: 'subscriber' });
    await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await service.server.tokens.verify(access_token)).toEqual({ kind: 'invalid' });
  });

  test('is told when the person says no', async () => {
    const config = await registerWeb();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
      state: 'kept',
    });
    const callback = await decide(url, 'deny');
    expect(callback.searchParams.get('code')).toBeNull();
    await expect(
      client.authorizationCodeGrant(config, callback, { expectedState: 'kept', pkceCodeVerifier: 'unused' }),
    ).rejects.toMatchObject({ error: 'access_denied' });
  });
});
