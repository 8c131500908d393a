import * as openid from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, newKey } from '../support/client.ts';
import { lookInto, pingTools, readPaid } from './oauth-access.ts';
import { decide } from './oauth-browser.ts';

const insecure = { execute: [openid.allowInsecureRequests] };
const redirectUri = 'http://127.0.0.1:5799/callback';

let key: string;
beforeAll(async () => {
  key = await newKey();
});

function registerWeb(): Promise<openid.Configuration> {
  const metadata = {
    client_name: 'A test of openid-client',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  };
  const options = { algorithm: 'oauth2', ...insecure } as const;
  return openid.dynamicClientRegistration(new URL(baseUrl), metadata, undefined, options);
}

async function authorize(config: openid.Configuration, parameters: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

describe('openid-client', () => {
  test.each(['oauth2', 'oidc'] as const)('discovers by %s and buys a token with a demo key', async (algorithm) => {
    const options = { algorithm, ...insecure };
    const config = await openid.discovery(new URL(baseUrl), 'any', key, undefined, options);
    const answer = await openid.clientCredentialsGrant(config, { scope: 'articles:read' });
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'articles:read' });
    expect(await readPaid(answer.access_token)).toBe(200);
    // The token lacks mcp:connect.
    expect(await pingTools(answer.access_token)).toBe(403);
  });

  test('registers, asks for consent, redeems the code, refreshes, introspects and revokes', async () => {
    const config = await registerWeb();
    const { url, checks } = await authorize(config, { resource: `${baseUrl}/mcp` });
    const callback = await decide(url, 'allow');
    expect(callback.searchParams.get('iss')).toBe(baseUrl);
    const first = await openid.authorizationCodeGrant(config, callback, checks);
    expect(first.scope).toBe('articles:read mcp:connect');
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '', { scope: 'mcp:connect' });
    expect(second.scope).toBe('mcp:connect');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await pingTools(second.access_token)).toBe(200);

    const seen = await openid.tokenIntrospection(config, second.access_token);
    expect(seen).toMatchObject({ active: true, scope: 'mcp:connect', aud: `${baseUrl}/mcp`, iss: baseUrl });
    await openid.tokenRevocation(config, second.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, second.access_token)).toEqual({ active: false });
    expect(await pingTools(second.access_token)).toBe(401);
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('gets no paid article with a token that was meant for the tool server', async () => {
    const config = await openid.discovery(new URL(baseUrl), 'any', key, undefined, insecure);
    const { access_token } = await openid.clientCredentialsGrant(config, { resource: `${baseUrl}/mcp` });
    expect(lookInto(access_token).aud).toBe(`${baseUrl}/mcp`);
    expect(await readPaid(access_token)).toBe(401);
  });

  test('loses the whole grant when a refresh token is used twice', async () => {
    const config = await registerWeb();
    const { url, checks } = await authorize(config);
    const first = await openid.authorizationCodeGrant(config, await decide(url, 'allow'), checks);
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(await readPaid(second.access_token)).toBe(200);
    for (const { refresh_token } of [first, second]) {
      const again = openid.refreshTokenGrant(config, refresh_token ?? '');
      await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    expect(await readPaid(second.access_token)).toBe(401);
  });

  test('loses the tokens of a code that is replayed', async () => {
    const config = await registerWeb();
    const { url, checks } = await authorize(config);
    const callback = await decide(url, 'allow');
    const { access_token } = await openid.authorizationCodeGrant(config, callback, checks);
    expect(await readPaid(access_token)).toBe(200);
    const again = openid.authorizationCodeGrant(config, callback, checks);
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await readPaid(access_token)).toBe(401);
  });

  test('is told when the person says no', async () => {
    const config = await registerWeb();
    const { url, checks } = await authorize(config);
    const callback = await decide(url, 'deny');
    expect(callback.searchParams.get('code')).toBeNull();
    await expect(openid.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});
