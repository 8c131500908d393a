import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { AcpError } from '../../src/contract/schemas-acp.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { OauthErrorBody } from '../../src/contract/schemas-oauth.ts';
import { maxFreshnessMs } from '../../src/protocols/max-age.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import type { App } from '../../src/serve/serve.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { farFuture, makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

const table = Object.entries<Operation>(operations).filter(([id]) => id !== 'checkoutOptions');
const { open } = makeLibrary(testBase);
const slugs = open.articles.map(({ slug }) => slug);

let app: App;

beforeAll(async () => {
  app = (await createTestApp(makeLibrary(testBase))).app;
});

interface HttpRequest {
  method?: string;
  name?: string;
  headers?: Record<string, string>;
  body?: string;
}

function ask({ method, path }: Operation, request: HttpRequest = {}): Promise<Response> {
  const address = testBase + path.replace(/\{\w+\}/, request.name ?? 'none');
  const { headers = {}, body = null } = request;
  return app.fetch(new Request(address, { method: request.method ?? method, headers, body }));
}

describe.each(table)('%s', (_id, operation) => {
  const isStrict = operation.errorFormat === 'acp';
  const version: Record<string, string> = isStrict ? { 'api-version': '2026-04-17' } : {};
  const refusalForm = { rest: ErrorBody, jsonrpc: McpResponse, oauth: OauthErrorBody, acp: AcpError };

  it('refuses an Accept that it cannot meet with 406 in its own form', async () => {
    for (const accept of ['image/png', 'application/json;q=0, text/html;q=0, text/event-stream;q=0']) {
      const refused = await ask(operation, { headers: { accept, ...version } });
      expect(refused.status).toBe(406);
      expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
      refusalForm[operation.errorFormat ?? 'rest'].parse(await refused.json());
    }
  });

  it('sends one Vary, which names Accept, with every answer', async () => {
    const isRead = operation.method === 'GET';
    const ways: HttpRequest[] = [
      {},
      ...slugs.map((name) => ({ name })),
      { headers: { accept: 'image/png' } },
      { headers: version },
      { name: slugs.at(-1) ?? '', headers: { authorization: 'Bearer quire_demo_nonsense' } },
      { name: slugs[0] ?? '', headers: { 'if-none-match': '*' } },
      { name: slugs[0] ?? '', headers: { 'accept-encoding': 'br' } },
      ...(isRead ? [{ method: 'HEAD' }] : [{ body: '{', headers: { 'content-type': 'application/json' } }]),
    ];
    const varies = new Set<string | null>();
    const statuses = new Set<number>();
    for (const request of ways) {
      const { status, headers } = await ask(operation, request);
      statuses.add(status);
      varies.add(headers.get('vary'));
    }
    expect(statuses.size).toBeGreaterThan(1);
    expect(varies.size).toBe(1);
    expect([...varies][0]?.split(', ')).toContain('Accept');
  });

  it('says of no answer that it may be kept for longer than releases are looked ahead for', async () => {
    for (const request of [{}, ...slugs.map((name) => ({ name }))]) {
      const { headers } = await ask(operation, request);
      const ages = [...(headers.get('cache-control') ?? '').matchAll(/\b(?:s-maxage|max-age)=(\d+)/g)];
      for (const [said, seconds] of ages)
        expect([said, Number(seconds) * 1000 <= maxFreshnessMs]).toEqual([said, true]);
    }
  });

  it('tells what is left of the limit, on a preflight and on a refusal too', async () => {
    for (const method of [operation.method, 'OPTIONS', 'PATCH']) {
      const { status, headers } = await ask(operation, { method });
      if (method === 'OPTIONS') expect(status).toBe(204);
      for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
  });
});

it('returns the headers of a stream for HEAD, and no length', async () => {
  const headersOf = async (method: string) => {
    const request = new Request(`${testBase}/ask?query=agents`, { method, headers: { accept: 'text/event-stream' } });
    const { headers, body } = await app.fetch(request);
    await body?.cancel();
    return [headers.get('content-type'), headers.get('content-length')];
  };
  expect(await headersOf('HEAD')).toEqual(['text/event-stream; charset=utf-8', null]);
  expect(await headersOf('GET')).toEqual(await headersOf('HEAD'));
});

it('names in Vary what decides: the key and the payment of an article, the API-Version of a checkout', async () => {
  const vary = async (id: OperationId) => (await ask(operations[id])).headers.get('vary')?.split(', ');
  expect(await vary('getArticle')).toEqual(
    expect.arrayContaining(['Authorization', 'PAYMENT-SIGNATURE', 'X-PAYMENT', 'SIGN-IN-WITH-X', 'Accept-Encoding']),
  );
  expect(await vary('checkoutGet')).toContain('API-Version');
  expect(await vary('oauthToken')).toContain('Authorization');
});

it('counts each 402 of a paid article: the first one, that of a rejected payment and those from the cache', async () => {
  const path = operations.getArticle.path.replace('{slug}', 'paid-study');
  const elsewhere = encodeHeader(await signPayment(createWallet(), 2, { to: `0x${'1'.repeat(40)}` }));
  const remaining = [];
  for (const sent of [undefined, { headers: { 'payment-signature': elsewhere } }, undefined]) {
    const { status, headers } = await app.fetch(new Request(testBase + path, sent));
    expect([status, headers.has('payment-required'), headers.get('x-ratelimit-limit')]).toEqual([402, true, '1000000']);
    remaining.push(Number(headers.get('x-ratelimit-remaining')));
  }
  const [first = 0, ...later] = remaining;
  expect(later).toEqual([first - 1, first - 2]);
});

it('lets a cached list be stored until the next release only, as one that was created then', async () => {
  let at = farFuture - 100_000;
  const near = (await createTestApp(makeLibrary(testBase), { now: () => at })).app;
  const control = async () =>
    (await near.fetch(new Request(`${testBase}/api/v1/articles`))).headers.get('cache-control');
  expect(await control()).toBe('public, max-age=60');
  at = farFuture - 12_999;
  expect(await control()).toBe('public, max-age=12');
});
