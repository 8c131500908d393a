import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../support/client.ts';
import { readAnswer, sendBytes } from '../support/raw-socket.ts';
import { type DevProcess, startDev } from './dev-process.ts';

let dev: DevProcess;

beforeAll(async () => {
  dev = await startDev();
});
afterAll(() => dev?.stop());

const article = 'idempotency-for-machines';
const browser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
const json = 'Accept: application/json';
const foreign = 'Origin: https://agent.example';

/** New for each response, or of the bytes of the response: an author's page has notes. */
const changing = new Set(['content-length', 'date', 'x-markdown-tokens', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
/** What an author needs is different: nothing is stored, and scripts of the development server run in pages. */
const ofAuthor = new Set(['cache-control', 'content-security-policy']);
/** Values of the bytes of a response, of a moment or of chance. */
const anyValue = new Set(['etag', 'payment-required', 'ratelimit', 'repr-digest', 'x-request-id']);

/** Status and headers of a response, in which nothing depends on the address of the service. */
async function ask(address: string, line: string, fields: readonly string[]) {
  const { host, port } = new URL(address);
  const hosts = fields.some((field) => field.startsWith('Host:')) ? [] : [`Host: ${host}`];
  const bytes = [`${line} HTTP/1.1`, ...hosts, ...fields, 'Connection: close', '', ''].join('\r\n');
  const { line: status, headers } = readAnswer(await sendBytes(Number(port), bytes));
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  const compared = [...headers].filter(
    ([name]) => !changing.has(name) && !(ofAuthor.has(name) && (isPage || name === 'cache-control')),
  );
  const named = compared.map(([name, value]) => [name, anyValue.has(name) ? 'any' : value.replaceAll(port, 'PORT')]);
  return { status, headers: Object.fromEntries(named) };
}

it.each([
  ['a slash too many', 'GET /articles/', []],
  ['a slash too many behind an article', `GET /articles/${article}/`, [browser]],
  ['a slash too many behind a page', 'GET /why/', []],
  ['a slash too many behind nothing', 'GET /nothing/', []],
  ['a slash too many behind an operation', 'GET /api/v1/pricing/', []],
  ['half an escape', 'GET /articles/%', []],
  ['no UTF-8', 'GET /articles/%ff', [browser]],
  ['two slashes first', 'GET //articles', []],
  ['two slashes last', 'GET /articles//', []],
  ['an escaped slash', 'GET /articles%2Fx', []],
  ['an escaped backslash', 'GET /a%5cb', []],
  ['a zero byte', 'GET /%00', []],
  ['dots', 'GET /..%2f..', []],
  ['a path to the parent', 'GET /articles/../why', []],
  ['a long URL', `GET /${'a'.repeat(9_000)}`, []],
  ['large headers', 'GET /', [`X-Large: ${'x'.repeat(20_000)}`]],
  ['another host', 'GET /why', ['Host: evil.example']],
  ['another host for a browser', 'GET /why', ['Host: evil.example', browser]],
  ['two hosts', 'GET /why', ['Host: localhost', 'Host: localhost']],
  ['another expectation', 'GET /why', ['Expect: tea']],
  ['another protocol', 'GET /robots.txt', ['Connection: Upgrade', 'Upgrade: h2c']],
  ['a URL with a host', 'GET http://localhost/robots.txt', []],
  ['no HTTP', 'HELLO', []],
  ['a page with the name of a file of the repository', 'GET /AGENTS.md', []],
  ['a file of the repository', 'GET /package.json', []],
  ['an unknown path as JSON', 'GET /nothing', [json]],
  ['an unknown path as a page', 'GET /nothing', [browser]],
  ['an unknown document', 'GET /.well-known/nothing', []],
  ['an unknown path below an operation', 'GET /mcp/nothing', []],
  ['a preflight', 'OPTIONS /api/v1/articles', [foreign, 'Access-Control-Request-Method: GET']],
  ['another origin', 'GET /why', [foreign, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors']],
  ['the methods of a page', 'OPTIONS /why', []],
  ['a method of no page', 'DELETE /why', []],
  ['an unknown method', 'PROPFIND /api/v1/articles', []],
  ['robots.txt', 'GET /robots.txt', []],
  ['the API description', 'GET /openapi.json', ['Accept-Encoding: br']],
  ['a discovery document', 'GET /.well-known/oauth-protected-resource', []],
  ['a server card', 'HEAD /mcp/server-card', []],
  ['a page of the software', 'GET /developers', [browser]],
  ['a page for a program', 'GET /pricing', ['Accept: text/markdown']],
  ['a page without its body', 'HEAD /pricing', []],
  ['a stored page', 'GET /pricing', ['If-None-Match: *']],
  ['the front page', 'GET /', [browser]],
  ['an article', `GET /articles/${article}`, [browser, 'Accept-Encoding: gzip']],
  ['an article as a page that is not made', `GET /articles/${article}`, [json]],
  ['a feed', 'GET /feed.xml', []],
  ['a public file', 'GET /icon.svg', []],
  ['a card', 'GET /og/default.png', []],
  ['a list of the API', 'GET /api/v1/articles', [json]],
  ['a paid article', 'GET /api/v1/articles/keys-that-prove-themselves', []],
  ['a form from elsewhere', 'POST /unlock', ['Content-Length: 0', foreign]],
  ['a health check', 'GET /healthz', ['Host: 10.0.0.1']],
  ['a readiness check', 'GET /readyz', []],
])('%s gets the response of the service', async (_, line, fields) => {
  expect(await ask(dev.address, line, fields)).toEqual(await ask(baseUrl, line, fields));
});

it('goes on after bytes that are no request, also before anything can be shown', async () => {
  const empty = await startDev({ isEmpty: true });
  for (const { address } of [dev, empty])
    expect((await sendBytes(Number(new URL(address).port), 'GARBAGE\r\n\r\n')).toString()).toContain(' 400 ');
  expect((await fetch(dev.address)).status).toBe(200);
  expect((await fetch(empty.address)).status).toBe(503);
  await empty.stop();
});
