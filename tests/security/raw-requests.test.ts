import { describe, expect, it } from 'vitest';
import { baseUrl } from '../support/client.ts';
import { readAnswer, sendBytes } from '../support/raw-socket.ts';

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
    ['TRACE', request('TRACE / HTTP/1.1', ours), 405, 'method_not_allowed'],
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
    expect(headers.has('allow')).toBe(status === 405);
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
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'x-frame-options',
      'x-request-id',
    ])
      expect([path, name, names.filter((sent) => sent === name).length]).toEqual([path, name, 1]);
  }
});
