import { describe, expect, test } from 'vitest';
import {
  AgentRegistration,
  ClientInformation,
  Introspection,
  JwkSet,
  OauthErrorBody,
  TokenResponse,
} from '../../src/contract/schemas-oauth.ts';
import { ask, askJson, baseUrl, newKey, postJson } from '../support/client.ts';
import { pingTools, readPaid } from './oauth-access.ts';

const formType = 'application/x-www-form-urlencoded';
const challenge = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;

function postForm(path: string, body: Record<string, string>, headers: Record<string, string> = {}) {
  return ask(`/agent/auth${path}`, { method: 'POST', body: new URLSearchParams(body), headers });
}

describe('the walkthrough of auth.md, over HTTP', () => {
  test('leads from a 401 by its header to a token that opens a paid article', async () => {
    const refused = await ask('/api/v1/articles/none', { headers: { authorization: 'Bearer nonsense' } });
    expect(refused.status).toBe(404);
    const wrong = await ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer nonsense' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, challenge]);
    const metadata = challenge.split('"')[1] ?? '';
    const { authorization_servers } = await (await fetch(metadata)).json();
    const server = await (await fetch(`${authorization_servers[0]}/.well-known/oauth-authorization-server`)).json();
    const registration = await fetch(server.agent_auth.register_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'anonymous', requested_credential_type: 'api_key' }),
    });
    const { credential } = AgentRegistration.parse(await registration.json());
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: credential });
    const answer = await fetch(server.token_endpoint, { method: 'POST', body });
    const { access_token } = TokenResponse.parse(await answer.json());
    expect([await readPaid(access_token), await pingTools(access_token)]).toEqual([200, 200]);
  });

  test('takes back a demo key, and every token bought with it', async () => {
    const key = await newKey();
    const { access_token } = TokenResponse.parse(
      await (await postForm('/token', { grant_type: 'client_credentials', client_secret: key })).json(),
    );
    expect([await readPaid(key), await readPaid(access_token)]).toEqual([200, 200]);
    expect((await postForm('/revoke', { token: key })).status).toBe(200);
    expect([await readPaid(key), await readPaid(access_token)]).toEqual([401, 401]);
    const again = await postForm('/token', { grant_type: 'client_credentials', client_secret: key });
    expect(again.status).toBe(401);
  });

  test('publishes only public keys', async () => {
    const { keys } = await askJson('/agent/auth/jwks.json', JwkSet);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('lets a registered client introspect, and tells it nothing of a demo key', async () => {
    const made = await postJson('/agent/auth/register', { grant_types: ['client_credentials'] });
    const { client_id, client_secret = '' } = ClientInformation.parse(await made.json());
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`;
    const answer = await postForm('/introspect', { token: await newKey() }, { authorization });
    expect(Introspection.parse(await answer.json())).toEqual({ active: false });
  });
});

describe('what is refused before a handler sees it', () => {
  test.each<[string, number, RequestInit]>([
    [
      'JSON for a form',
      415,
      { body: '{"grant_type":"client_credentials"}', headers: { 'content-type': 'application/json' } },
    ],
    ['a compressed form', 415, { body: 'a=b', headers: { 'content-type': formType, 'content-encoding': 'gzip' } }],
    ['more than 64 KiB', 413, { body: 'a'.repeat(70_000), headers: { 'content-type': formType } }],
    ['bytes that are not UTF-8', 400, { body: Uint8Array.of(0x61, 0xff), headers: { 'content-type': formType } }],
    ['no body', 400, {}],
  ])('%s is answered %i in the shape of RFC 6749', async (_, status, init) => {
    const response = await ask('/agent/auth/token', { method: 'POST', ...init });
    expect(response.status).toBe(status);
    expect(OauthErrorBody.parse(await response.json()).error).toBe('invalid_request');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('another method is 405 with Allow', async () => {
    const response = await ask('/agent/auth/token');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('endpoints that discovery names answer a preflight from any origin', async () => {
    for (const path of ['', '/claim', '/revoke', '/token', '/register']) {
      const response = await ask(`/agent/auth${path}`, { method: 'OPTIONS', headers: { origin: 'https://app.test' } });
      expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 204, '*']);
    }
  });
});
