import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, baseUrl, newKey, slugsByTier } from '../support/client.ts';
import { lookInto } from './oauth-access.ts';
import { decide } from './oauth-browser.ts';

const serverUrl = `${baseUrl}/mcp`;

let key: string;
let paid: string | undefined;
beforeAll(async () => {
  key = await newKey();
  [paid] = (await slugsByTier()).paid;
});

const redirectUrl = 'http://127.0.0.1:5799/callback';

/**
 * The least provider an MCP host writes: it keeps what it is given, and a person decides in `redirectToAuthorization`.
 */
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

/** Connects the SDK's own client with the provider's tokens and reads a paid article by tool. */
async function readByTool(authProvider: OAuthClientProvider) {
  const client = new Client({ name: 'oauth-test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider }));
  const result = await client.callTool({ name: 'get_article', arguments: { slug: paid } });
  await client.close();
  return result;
}

describe('auth() of the MCP SDK', () => {
  test('buys a token with a demo key as client secret, and reads a paid article by tool', async () => {
    const provider = new ClientCredentialsProvider({ clientId: 'agent', clientSecret: key, expectedIssuer: baseUrl });
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(lookInto(provider.tokens()?.access_token ?? '').aud).toBe(serverUrl);
    expect(await readByTool(provider)).toMatchObject({ structuredContent: { slug: paid, access_level: 'subscriber' } });
  });

  test('buys a token with a registered client of its own, within its scope', async () => {
    const registration = await ask('/agent/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_types: ['client_credentials'], scope: 'mcp:connect' }),
    });
    const { client_id: clientId, client_secret: clientSecret } = await registration.json();
    const scope = 'mcp:connect';
    const provider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: baseUrl, scope });
    // The protected resource names both scopes; this client may have one of them.
    expect(await auth(provider, { serverUrl, scope })).toBe('AUTHORIZED');
    expect(provider.tokens()?.scope).toBe(scope);
    await expect(readByTool(provider)).rejects.toThrow(/articles:read/);
  });

  test('registers, sends a person to consent, redeems the code, reads and refreshes', async () => {
    const { kept, provider } = createHost();
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
    const callback = kept.callback?.searchParams;
    expect(callback?.get('state')).toBe('from the host');
    const authorizationCode = callback?.get('code') ?? '';
    expect(await auth(provider, { serverUrl, authorizationCode })).toBe('AUTHORIZED');
    const first = kept.tokens;
    expect(await readByTool(provider)).toMatchObject({ structuredContent: { slug: paid, access_level: 'subscriber' } });
    expect(await auth(provider, { serverUrl })).toBe('AUTHORIZED');
    expect(kept.tokens?.refresh_token).not.toBe(first?.refresh_token);
    expect(await readByTool(provider)).toMatchObject({ structuredContent: { slug: paid } });
  });
});
