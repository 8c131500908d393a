import { describe, expect, it } from 'vitest';
import { ApiError, createClient } from '../support/api-client.ts';

function clientAnswering(status: number, body: unknown) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return Response.json(body, { status });
  };
  return { asked, client: createClient({ baseUrl: 'https://quire.test', key: 'a-key', isSandbox: true, fetch }) };
}

describe('the typed client', () => {
  it('writes the address, the key and the mirror of an operation', async () => {
    const { asked: request, client } = clientAnswering(200, { tiers: [] });
    expect(await client.call('getPricing')).toEqual({ tiers: [] });
    expect(request[0]?.url).toBe('https://quire.test/api/sandbox/v1/pricing');
    expect(request[0]?.headers.get('authorization')).toBe('Bearer a-key');
  });

  it('encodes what goes into a path and a query', async () => {
    const { asked: request, client } = clientAnswering(404, {});
    await expect(client.call('getArticle', { params: { slug: 'a/b' }, query: { x: 'y z' } })).rejects.toThrow(ApiError);
    expect(request[0]?.url).toBe('https://quire.test/api/sandbox/v1/articles/a%2Fb?x=y+z');
  });

  it('throws the refusal with its code, or with its body where a protocol has its own shape', async () => {
    const refusal = { error: { code: 'rate_limited', message: 'Too many requests.' } };
    await expect(clientAnswering(429, refusal).client.call('listArticles')).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    const own = { error: 'invalid_grant' };
    await expect(clientAnswering(400, own).client.call('oauthToken')).rejects.toMatchObject({
      status: 400,
      code: undefined,
      body: own,
    });
  });

  it('refuses an answer that is not what the contract says', async () => {
    await expect(clientAnswering(200, { tiers: 'many' }).client.call('getPricing')).rejects.toThrow();
  });
});
