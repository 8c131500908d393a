import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { baseUrl } from '../support/client.ts';
import { openSocket, readAnswer, sendBytes } from '../support/raw-socket.ts';

const { port, host } = new URL(baseUrl);
const send = async (bytes: string) => readAnswer(await sendBytes(Number(port), bytes));
const request = (line: string, ...fields: string[]) => [line, ...fields, '', ''].join('\r\n');
const ours = `Host: ${host}`;

describe('a request that is refused before it is routed', () => {
  it.each([
    ['no Host', request('GET /api/v1/pricing HTTP/1.1'), 400, 'invalid_request'],
    ['two Hosts', request('GET /api/v1/pricing HTTP/1.1', ours, ours), 400, 'invalid_request'],
    ['another Host', request('GET /why HTTP/1.1', 'Host: evil.example'), 421, 'misdirected_request'],
    ['a path with an encoded slash', request('GET /api/v1/articles/a%2Fb HTTP/1.1', ours), 400, 'invalid_request'],
    ['a long address', request(`GET /${'a'.repeat(9_000)} HTTP/1.1`, ours), 414, 'uri_too_long'],
    [
      'an odd Expect',
      request('POST /mcp HTTP/1.1', ours, 'Expect: tea', 'Content-Length: 0'),
      417,
      'expectation_failed',
    ],
  ])('(%s) is answered as the API answers, counted, and ends the connection', async (_, bytes, status, code) => {
    const { line, headers, error } = await send(bytes);
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(error()).toMatchObject({ code, docs_url: `${baseUrl}/developers.md#${code}` });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  const browser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
  const html = 'text/html; charset=utf-8';
  const markdown = 'text/markdown; charset=utf-8';
  const json = 'application/json; charset=utf-8';
  it.each([
    [html, 'a slash too many', request('GET //articles HTTP/1.1', ours, browser), 400],
    [html, 'another Host', request('GET /why HTTP/1.1', 'Host: evil.example', browser), 421],
    [html, 'a long address', request(`GET /${'a'.repeat(9_000)} HTTP/1.1`, ours, browser), 414],
    [markdown, 'a path with dots', request('GET /articles/../why HTTP/1.1', ours, 'Accept: text/markdown'), 400],
    [json, 'what may be wanted in any form', request('GET //articles HTTP/1.1', ours, 'Accept: */*'), 400],
    [json, 'an operation', request('GET /api/v1//articles HTTP/1.1', ours, browser), 400],
    [json, 'an operation, a slash too many before it', request('GET //mcp HTTP/1.1', ours, browser), 400],
  ])('comes as %s for %s, counted, and ends the connection', async (type, _, bytes, status) => {
    const { line, headers, body } = await send(bytes);
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(headers.get('content-type')).toBe(type);
    expect(body).toMatch(type === html ? /^<!doctype html>[\s\S]*<h1>/ : type === markdown ? /^# / : /^\{"error"/);
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it.each([
    ['TRACE', '/api/v1/pricing', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/v1/agent/subscribe', 'POST, OPTIONS'],
    ['TRACE', '/why', 'GET, HEAD, OPTIONS'],
  ])('by %s, which nothing here takes, is answered with the methods of its address %s', async (method, path, allow) => {
    const { line, headers } = await send(request(`${method} ${path} HTTP/1.1`, ours, 'Connection: close'));
    expect(line).toMatch(/^HTTP\/1.1 405 /);
    expect(headers.get('allow')).toBe(allow);
  });

  it.each([
    ['fields without end', request('GET / HTTP/1.1', ours, `X: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 400, 'invalid_request'],
  ])('(%s) is answered in the same form though it could not be parsed', async (_, bytes, status, code) => {
    const { line, error } = await send(bytes);
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(error()).toMatchObject({ code, docs_url: `${baseUrl}/developers.md#${code}` });
  });
});

it('sends the security headers once on every kind of answer', async () => {
  for (const path of [
    '/api/v1/pricing',
    '/api/v1/nothing',
    '/why',
    '/nothing',
    '/healthz',
    '/agent/auth',
    '/mcp',
    '/articles',
    '/mcp/server-card',
  ]) {
    const received = await sendBytes(Number(port), request(`GET ${path} HTTP/1.1`, ours, 'Connection: close'));
    const names =
      received
        .split('\r\n\r\n', 1)[0]
        ?.toLowerCase()
        .match(/^[\w-]+(?=:)/gm) ?? [];
    const count = (name: string) => [path, name, names.filter((sent) => sent === name).length];
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id']) {
      expect(count(name)).toEqual([path, name, 1]);
    }
    // What a page may do in a browser is said of pages only (contract.md, "Headers of JSON answers").
    const isPage = /^content-type: text\/html/im.test(received);
    for (const name of ['referrer-policy', 'x-frame-options']) {
      expect(count(name)).toEqual([path, name, isPage ? 1 : 0]);
    }
  }
});

describe('a connection', () => {
  const post = (...fields: string[]) =>
    request('POST /api/v1/agent/subscribe HTTP/1.1', ours, 'Content-Type: application/json', ...fields);
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  const last = request('GET /api/v1/pricing HTTP/1.1', ours, 'Connection: close');

  it.each([
    ['by its length', post('Content-Length: 200000') + 'x'.repeat(200_000), 413],
    ['by its chunks', `${post('Transfer-Encoding: chunked')}${chunk.repeat(6)}0\r\n\r\n`, 413],
    ['by its type', `${post('Content-Length: 200000').replace('json', 'xml')}${'x'.repeat(200_000)}`, 413],
    ['by its address', `${post('Content-Length: 200000').replace('subscribe', 'none')}${'x'.repeat(200_000)}`, 404],
  ])('goes on to the next request after a body that was refused %s', async (_, refused, status) => {
    const socket = await openSocket(Number(port));
    const half = Math.floor(refused.length / 2);
    socket.write(refused.slice(0, half));
    await sleep(50);
    socket.write(refused.slice(half) + last);
    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  });

  it.each(['/api/v1/articles?per_page=7', '/ask?query=payment', '/why', '/search?q=payment'])(
    'brings %s to a client that has closed its own side after asking',
    async (path) => {
      const socket = await openSocket(Number(port));
      socket.end(request(`GET ${path} HTTP/1.1`, ours));
      const { line, headers, body } = readAnswer(await text(socket));
      expect(line).toBe('HTTP/1.1 200 OK');
      expect(Buffer.byteLength(body)).toBeGreaterThanOrEqual(Number(headers.get('content-length') ?? 1));
    },
  );
});

it('closes a connection on which hundreds of requests wait for the response before theirs', async () => {
  const socket = await openSocket(Number(port));
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  socket
    .on('error', () => undefined)
    .resume()
    .write(request('GET /api/v1/pricing HTTP/1.1', ours).repeat(500));
  await ended;
  socket.destroy();
  expect((await send(request('GET /api/v1/pricing HTTP/1.1', ours, 'Connection: close'))).line).toBe('HTTP/1.1 200 OK');
});

describe('an address', () => {
  it.each([
    ['in absolute form', `GET ${baseUrl}/api/v1/pricing HTTP/1.1`],
    ['with letters escaped', 'GET /api/v1/%70ricin%67 HTTP/1.1'],
  ])('%s is the same address', async (_, line) => {
    const plain = await send(request('GET /api/v1/pricing HTTP/1.1', ours, 'Connection: close'));
    const other = await send(request(line, ours, 'Connection: close'));
    expect([other.line, other.body]).toEqual([plain.line, plain.body]);
  });

  it('in absolute form is not answered for another host, whatever the Host header says', async () => {
    const { error } = await send(request('GET http://evil.example/api/v1/pricing HTTP/1.1', ours));
    expect(error().code).toBe('misdirected_request');
  });

  it('of the whole server says what it takes', async () => {
    const { line, headers } = await send(request('OPTIONS * HTTP/1.1', ours, 'Connection: close'));
    expect([line, headers.get('allow')]).toEqual(['HTTP/1.1 204 No Content', 'GET, HEAD, OPTIONS']);
  });
});
