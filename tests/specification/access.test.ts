import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { ask, askJson, baseUrl, bearer, client, newKey, pickArticles, postJson } from '../support/client.ts';

let paid: string;
let key: string;

beforeAll(async () => {
  ({ paid } = await pickArticles());
  key = await newKey();
});

describe('the subscribe endpoint', () => {
  it('hands out a demo key with both scopes, the tool server and the docs', async () => {
    const subscription = SubscribeResponse.parse(await client.call('agentSubscribe', { body: { plan: 'subscriber' } }));
    expect(subscription).toMatchObject({
      status: 'demo',
      scopes: ['articles:read', 'mcp:connect'],
      mcp_endpoint: `${baseUrl}/mcp`,
      docs: `${baseUrl}/developers.md`,
      message: expect.stringMatching(/no payment/i),
    });
    expect(subscription.api_key).toMatch(/^quire_demo_[0-9a-f]{64}$/);
  });

  it('works without a body, a Content-Type or an Origin', async () => {
    const response = await ask('/api/v1/agent/subscribe', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('repeats the same subscription for the same Idempotency-Key and body', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = SubscribeResponse.parse(
      await (await postJson('/api/v1/agent/subscribe', { plan: 'paid' }, headers)).json(),
    );
    const again = await postJson('/api/v1/agent/subscribe', { plan: 'paid' }, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect(first.idempotency_key).toBe(headers['idempotency-key']);
  });

  it('refuses the same Idempotency-Key with another body', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await postJson('/api/v1/agent/subscribe', { plan: 'paid' }, headers);
    const other = await postJson('/api/v1/agent/subscribe', { plan: 'free' }, headers);
    expect(other.status).toBe(422);
    expect(ErrorBody.parse(await other.json()).error.code).toBe('idempotency_key_reused');
  });

  it('makes one subscription of forty parallel requests with one Idempotency-Key, and answers the early ones 409', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => postJson('/api/v1/agent/subscribe', {}, headers);
    const answers = await Promise.all(Array.from({ length: 40 }, send));
    const keys: string[] = [];
    let firsts = 0;
    for (const answer of answers) {
      if (answer.status === 200) {
        keys.push((await answer.json()).api_key);
        if (!answer.headers.has('idempotent-replayed')) firsts += 1;
        continue;
      }
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
      expect(ErrorBody.parse(await answer.json()).error.code).toBe('idempotency_in_flight');
    }
    expect(firsts).toBe(1);
    keys.push((await (await send()).json()).api_key);
    expect(new Set(keys).size).toBe(1);
  });

  it('takes a plan that is not in the price list and says so; refuses one that is no plan', async () => {
    const { message } = await client.call('agentSubscribe', { body: { plan: 'platinum' } });
    expect(message).toContain('platinum');
    for (const plan of ['', 'x'.repeat(65), 7]) {
      const response = await postJson('/api/v1/agent/subscribe', { plan });
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(await response.json()).error.code).toBe('invalid_request');
    }
  });
});

describe('a key', () => {
  it('opens a paid article and the product tool server', async () => {
    expect((await ask(`/api/v1/articles/${paid}`, bearer(key))).status).toBe(200);
    const list = await postJson('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer(key).headers);
    expect(list.status).toBe(200);
  });

  it('is refused when one of its characters is changed', async () => {
    const forged = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect((await ask(`/api/v1/articles/${paid}`, bearer(forged))).status).toBe(401);
    const tools = await postJson('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer(forged).headers);
    expect(tools.status).toBe(401);
    expect(tools.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
    );
  });

  it('is looked at only where the specification says: prices and questions answer whatever is sent', async () => {
    const { headers } = bearer('quire_demo_nonsense');
    expect((await ask('/api/v1/pricing', { headers })).status).toBe(200);
    expect((await ask('/ask?query=payment', { headers })).status).toBe(200);
    expect((await postJson('/ask', { query: 'payment' }, headers)).status).toBe(200);
    expect((await postJson('/mcp/docs', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(200);
    expect((await ask('/checkout_sessions', { method: 'POST', headers })).status).toBe(200);
    expect((await ask('/api/v1/agent/subscribe', { method: 'POST', headers })).status).toBe(200);
    expect((await ask('/api/v1/articles', { headers })).status).toBe(200);
  });
});

describe('OAuth', () => {
  const Metadata = z.looseObject({
    issuer: z.string(),
    token_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
  });

  it.each(['oauth-authorization-server', 'openid-configuration'])('is described at /.well-known/%s', async (name) => {
    const metadata = await askJson(`/.well-known/${name}`, Metadata);
    expect(metadata).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/agent/auth/token` });
    expect(metadata.code_challenge_methods_supported).toContain('S256');
    expect(metadata.grant_types_supported).toContain('client_credentials');
    expect(metadata.scopes_supported).toEqual(['articles:read', 'mcp:connect']);
  });

  it('names the protected resource and its authorization server', async () => {
    const resource = await askJson(
      '/.well-known/oauth-protected-resource',
      z.looseObject({ resource: z.string(), authorization_servers: z.array(z.string()) }),
    );
    expect(resource).toMatchObject({ resource: baseUrl, authorization_servers: [baseUrl] });
  });

  it('gives a token by client credentials that opens a paid article', async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'anybody',
      client_secret: key,
    });
    const answer = await ask('/agent/auth/token', { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    const { access_token, scope } = z
      .looseObject({ access_token: z.string(), scope: z.string() })
      .parse(await answer.json());
    expect(scope.split(' ').sort()).toEqual(['articles:read', 'mcp:connect']);
    expect((await ask(`/api/v1/articles/${paid}`, bearer(access_token))).status).toBe(200);
  });

  /** A token of the demo key with one scope. */
  async function buyToken(scope: string): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: 'anybody', client_secret: key, scope };
    const answer = await ask('/agent/auth/token', { method: 'POST', body: new URLSearchParams(form) });
    return z.looseObject({ access_token: z.string() }).parse(await answer.json()).access_token;
  }

  it('refuses a token without articles:read with 403', async () => {
    const response = await ask(`/api/v1/articles/${paid}`, bearer(await buyToken('mcp:connect')));
    expect(response.status).toBe(403);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('insufficient_scope');
  });

  it('connects the product tool server by a token with mcp:connect, and by no other token', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_pricing', arguments: {} } };
    const connect = async (scope: string) => postJson('/mcp', call, bearer(await buyToken(scope)).headers);
    expect(await (await connect('mcp:connect')).json()).toMatchObject({ result: { structuredContent: {} } });
    expect((await connect('articles:read')).status).toBe(403);
  });

  it('has a page for people', async () => {
    const page = await ask('/agent/auth', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});
