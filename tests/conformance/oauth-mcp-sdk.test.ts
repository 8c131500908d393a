import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from './oauth-browser.ts';
import { demoKey, serveOauth } from './oauth-server.ts';

let service: Awaited<ReturnType<typeof serveOauth>>;
beforeAll(async () => {
  service = await serveOauth(5703);
});
afterAll(() => service.close());

const redirectUrl = 'http://127.0.0.1:5799/callback';

/** The least provider an MCP host writes: it keeps what it is given, and a person decides in `redirectToAuthorization`. */
function createHost() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; callback?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'A test of the MCP SDK',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'from the host',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    redirectToAuthorization: async (url) => {
      kept.callback = await decide(url, 'allow');
    },
  };
  return { kept, provider };
}

describe('auth() of the MCP SDK', () => {
  test('buys a token for /mcp with a demo key as client secret', async () => {
    const provider = new ClientCredentialsProvider({
      clientId: 'agent',
      clientSecret: demoKey,
      expectedIssuer: service.baseUrl,
    });
    expect(await auth(provider, { serverUrl: `${service.baseUrl}/mcp` })).toBe('AUTHORIZED');
    const token = provider.tokens()?.access_token ?? '';
    const caller = await service.server.tokens.verify(token, `${service.baseUrl}/mcp`);
    expect(caller).toMatchObject({ kind: 'subscriber', scopes: ['articles:read', 'mcp:connect'] });
  });

  test('buys a token with a registered client of its own', async () => {
    const registration = await fetch(`${service.baseUrl}/agent/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_types: ['client_credentials'], scope: 'mcp:connect' }),
    });
    const { client_id: clientId, client_secret: clientSecret } = await registration.json();
    const provider = new ClientCredentialsProvider({
      clientId,
      clientSecret,
      expectedIssuer: service.baseUrl,
      scope: 'mcp:connect',
    });
    // The protected resource names both scopes; this client may have one of them.
    expect(await auth(provider, { serverUrl: `${service.baseUrl}/mcp`, scope: 'mcp:connect' })).toBe('AUTHORIZED');
    expect(provider.tokens()?.scope).toBe('mcp:connect');
  });

  test('registers, sends a person to consent, redeems the code and refreshes', async () => {
    const { kept, provider } = createHost();
    const serverUrl = `${service.baseUrl}/mcp`;
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
    const callback = kept.callback?.searchParams;
    expect(callback?.get('state')).toBe('from the host');
    const authorizationCode = callback?.get('code') ?? '';
    expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const first = kept.tokens;
    expect(await service.server.tokens.verify(first?.access_token ?? '', serverUrl)).toMatchObject({
      kind: 'subscriber',
      scopes: ['articles:read', 'mcp:connect'],
    });
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token);
  });
});
