import {
  auth,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClientSite } from '../../../tests/support/client-site.ts';
import { createOauthService } from '../../../tests/support/oauth-service.ts';
import { createDocumentFetcher } from '../../server/process/document-fetcher.ts';
import { en } from '../../words/en.ts';
import { createClientDocuments } from './client-documents.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';

const base = 'https://quire.test';
const redirectUri = 'http://127.0.0.1:5799/callback';

let site: Awaited<ReturnType<typeof openClientSite>>;
let id: string;
beforeAll(async () => {
  site = await openClientSite();
  id = `${site.base}/client.json`;
});
afterAll(() => site.close());

const document = (more: object = {}) => ({
  client_id: id,
  client_name: 'Reading Room',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
  ...more,
});

/** The service, over its own addresses and its discovery documents, as the fetch of a client. */
async function openService() {
  const clock = { at: Date.now() };
  const service = await createOauthService({
    baseUrl: base,
    now: () => clock.at,
    readSite: createDocumentFetcher(site.internet),
  });
  const { urls, publication } = service.services;
  const documents = new Map<string, object>([
    ['/.well-known/oauth-authorization-server', authorizationServerMetadata(urls)],
    ['/.well-known/oauth-protected-resource/mcp', protectedResourceMetadata({ urls, publication, path: '/mcp' })],
  ]);
  const serviceFetch = async (input: string | URL, init?: RequestInit) => {
    const found = documents.get(new URL(input).pathname);
    return found ? Response.json(found) : service.fetch(new Request(input, init));
  };
  const authorize = (change: Record<string, string> = {}, accept = 'text/html') => {
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      ...change,
    });
    return serviceFetch(`${base}/agent/auth/authorize?${query}`, { headers: { accept } });
  };
  return { service, serviceFetch, authorize, clock };
}

describe('a client whose ID is the URL of its metadata', () => {
  it("goes through the MCP client's whole flow without registering, and refreshes", async () => {
    site.publish(document());
    const { service, serviceFetch } = await openService();
    const session: {
      client?: OAuthClientInformationMixed;
      tokens?: OAuthTokens;
      verifier?: string;
      back?: URLSearchParams;
    } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: id,
      clientMetadata: { client_name: 'not looked at', redirect_uris: [redirectUri] },
      clientInformation: () => session.client,
      saveClientInformation: (client) => {
        session.client = client;
      },
      tokens: () => session.tokens,
      saveTokens: (tokens) => {
        session.tokens = tokens;
      },
      codeVerifier: () => session.verifier ?? '',
      saveCodeVerifier: (verifier) => {
        session.verifier = verifier;
      },
      async redirectToAuthorization(url) {
        expect(url.searchParams.get('client_id')).toBe(id);
        const body = new URLSearchParams([...url.searchParams, ['decision', 'allow']]);
        const response = await serviceFetch(`${base}/agent/auth/authorize`, { method: 'POST', body });
        session.back = new URL(response.headers.get('location') ?? '').searchParams;
      },
    };
    const options = { serverUrl: `${base}/mcp`, fetchFn: serviceFetch };
    expect(await auth(provider, options)).toBe('REDIRECT');
    const back = { authorizationCode: session.back?.get('code') ?? '', iss: session.back?.get('iss') ?? '' };
    expect(await auth(provider, { ...options, ...back })).toBe('AUTHORIZED');
    const first = session.tokens;
    const token = first?.access_token ?? '';
    expect(await service.server.tokens.inspect(token)).toMatchObject({ client_id: id, aud: [`${base}/mcp`] });
    // Each person is counted alone, though all of them come through one client.
    expect(await service.server.tokens.verify(token, `${base}/mcp`)).toMatchObject({
      id: expect.stringMatching(/^visitor_/),
    });
    expect(await auth(provider, options)).toBe('AUTHORIZED');
    expect(session.tokens?.refresh_token).not.toBe(first?.refresh_token);
  });

  it('is shown to the person with the host that published it', async () => {
    site.publish(document());
    const { authorize } = await openService();
    const page = await (await authorize()).text();
    expect(page).toContain('<strong>Reading Room</strong>');
    expect(page).toContain(`<strong>${new URL(id).host}</strong>`);
  });

  it.each<[string, () => unknown]>([
    ['that names another id', () => document({ client_id: `${site.base}/other.json` })],
    ['that is no JSON', () => '{'],
    ['that is a list', () => []],
  ])('is refused in the one sentence of a document that cannot be read with one %s', async (_, make) => {
    site.publish(make());
    const response = await (await openService()).authorize({}, 'application/json');
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: en.consent.reasons.unreadableDocument(id) },
    ]);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['without a name', () => document({ client_name: undefined }), /client_name/],
    ['without a redirect URI', () => document({ redirect_uris: [] }), /redirect_uris/],
    ['with a redirect URI of an unknown scheme', () => document({ redirect_uris: ['myapp:/x'] }), /private-use/],
    ['with a secret, which would be public', () => document({ client_secret: 's' }), /client_secret/],
    ['that wants a secret', () => document({ token_endpoint_auth_method: 'client_secret_post' }), /auth_method/],
  ])('is refused with a document %s', async (_, make, reason) => {
    site.publish(make());
    const { authorize } = await openService();
    const response = await authorize({}, 'application/json');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(reason),
    });
    expect((await authorize()).headers.get('content-type')).toContain('text/html');
  });

  it('is read for the IP address that the request comes from', async () => {
    const readers: string[] = [];
    const service = await createOauthService({
      baseUrl: base,
      readSite: async (_, clientAddress) => {
        readers.push(clientAddress);
        return undefined;
      },
    });
    await service.fetch(new Request(`${base}/agent/auth/authorize?client_id=${id}`));
    const body = new URLSearchParams({ client_id: id, token: 'x', grant_type: 'authorization_code' });
    for (const path of ['authorize', 'token', 'revoke', 'introspect'])
      await service.fetch(new Request(`${base}/agent/auth/${path}`, { method: 'POST', body }));
    expect(readers).toEqual(Array(5).fill('127.0.0.1'));
  });

  it('is redirected only to the URIs in its document', async () => {
    site.publish(document());
    const { authorize } = await openService();
    expect((await authorize({ redirect_uri: 'https://evil.test/' }, 'application/json')).status).toBe(400);
  });

  it.each([
    'https://app.test',
    'https://app.test/',
    'https://app.test/a/../c.json',
    'https://u:p@app.test/c',
    'https://APP.test/c',
    'https://app.test/c#x',
    'https://app.test:8443/c',
    'https://app.test:22/c',
  ])('does not have %s as ID, and no host is requested', async (url) => {
    const before = site.asked.length;
    const { authorize } = await openService();
    const response = await authorize({ client_id: url }, 'application/json');
    expect(await response.json()).toMatchObject({ error_description: expect.stringMatching(/https with a path/) });
    expect(site.asked.length).toBe(before);
  });

  it('is read once for many concurrent callers and cached as its site says; an error is not cached', async () => {
    let reads = 0;
    let cacheControl: string | undefined = 'max-age=60';
    let text = JSON.stringify(document());
    const clock = { at: 0 };
    const find = createClientDocuments({
      readSite: async () => {
        reads += 1;
        return { text, cacheControl };
      },
      now: () => clock.at,
    });
    const read = () => find(id, '192.0.2.1');
    await Promise.all([read(), read(), read()]);
    clock.at = 59_999;
    await read();
    expect(reads).toBe(1);
    clock.at = 60_000;
    text = '{';
    await expect(read()).rejects.toThrow('No client metadata document');
    [text, cacheControl] = [JSON.stringify(document()), 'no-store'];
    await read();
    await read();
    expect(reads).toBe(4);
  });
});
