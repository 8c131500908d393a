import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../tests/support/app.ts';
import { makeLibrary } from '../../../tests/support/library.ts';
import { openSocket, readAnswer, sendBytes } from '../../../tests/support/raw-socket.ts';
import { testBase } from '../../../tests/support/services.ts';
import { handleParserErrors, type LatestResponses } from './parser-errors.ts';

let server: Server;
const rejections: { requestId: string; status: number }[] = [];

/** Handlers of the test server: respond immediately, late, never, or in two parts. */
const manners: Record<string, (message: IncomingMessage, response: ServerResponse) => Promise<unknown>> = {
  '/at-once': async (_message, response) => response.end('done'),
  '/late': async (_message, response) => response.end(await sleep(100, 'done')),
  '/reads-first': async (message, response) => response.end(await text(message)),
  '/in-parts': async (message, response) => response.write('begun') && response.end(await text(message)),
};

beforeAll(async () => {
  const { app } = await createTestApp(makeLibrary(testBase));
  const timeouts = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 };
  server = createServer({ ...timeouts, requireHostHeader: false });
  const latest: LatestResponses = new WeakMap();
  handleParserErrors({
    server,
    latest,
    errorEntry: app.errorEntry,
    onRefusal: (refused) => rejections.push(refused),
  });
  server.on('request', (message, response) => {
    latest.set(message.socket, { response, requestId: 'of-this-request' });
    manners[message.url ?? '']?.(message, response).catch(() => response.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
});

afterAll(() => server.close());
beforeEach(() => rejections.splice(0));

const port = () => (server.address() as AddressInfo).port;
const open = () => openSocket(port());
const send = (bytes: string) => sendBytes(port(), bytes);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: quire.test\r\n\r\n`;
const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: quire.test\r\nTransfer-Encoding: chunked\r\n\r\n`;

describe('what cannot be parsed', () => {
  it.each([
    ['at once', ''],
    ['after another request', get('/at-once')],
  ])('has no body in its response to HEAD, %s', async (_, before) => {
    const received = await send(`${before}HEAD no-path HTTP/1.1\r\nHost: quire.test\r\n\r\n`);
    const last = received.slice(received.lastIndexOf('HTTP/1.1'));
    expect(last).toMatch(/^HTTP\/1.1 400 .*content-length: \d+.*\r\n\r\n$/s);
    expect(readAnswer(last).body).toBe('');
  });

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', '400 Bad Request', 'invalid_request'],
    [
      'both framings',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '400 Bad Request',
      'invalid_request',
    ],
    [
      'large fields',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
    ['half a request', 'GET / HTTP/1.1\r\nHost:', '408 Request Timeout', 'request_timeout'],
    ['half a body', `${chunked('/reads-first')}5\r\nab`, '408 Request Timeout', 'request_timeout'],
    ['a broken chunk', `${chunked('/reads-first')}zz\r\n`, '400 Bad Request', 'invalid_request'],
    [
      'long chunk extensions',
      `${chunked('/reads-first')}1;${'x'.repeat(20_000)}`,
      '413 Payload Too Large',
      'payload_too_large',
    ],
    [
      'a tunnel',
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
      '405 Method Not Allowed',
      'method_not_allowed',
    ],
  ])('(%s) gets an error response with a body, and the connection ends', async (_, bytes, status, code) => {
    const { line, headers, body, error } = readAnswer(await send(bytes));
    expect(line).toBe(`HTTP/1.1 ${status}`);
    expect(error()).toMatchObject({ code, message: expect.any(String), docs_url: `${testBase}/developers.md#${code}` });
    expect(Object.fromEntries(headers)).toMatchObject({
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      date: expect.stringMatching(/GMT$/),
      'x-request-id': bytes.startsWith('POST /reads') ? 'of-this-request' : rejections[0]?.requestId,
    });
  });

  it('is answered to a client that has closed its side', async () => {
    const socket = await open();
    socket.end('GET / HTTP/1.1\r\nHo');
    expect(readAnswer(await text(socket)).error().code).toBe('invalid_request');
  });

  it('is sent to a client that keeps sending, and then the connection is closed', async () => {
    const socket = await open();
    socket.on('error', () => {}); // the cut
    const sending = setInterval(() => socket.write('x'.repeat(10_000)), 5);
    socket.write('GET / HTTP/1.1\r\n');
    const received = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))));
    expect(readAnswer(received).error().code).toBe('headers_too_large');
    await new Promise((closed) => socket.once('close', closed));
    clearInterval(sending);
    expect(rejections).toHaveLength(1);
  });

  it('has no body for HEAD', async () => {
    const received = await send(chunked('/reads-first').replace('POST', 'HEAD'));
    expect(received).toMatch(/^HTTP\/1.1 408 [\s\S]*\r\n\r\n$/);
  });
});

describe('a response that has begun', () => {
  it('is completed before the error of the next request', async () => {
    const received = await send(`${get('/late')}${get('/at-once')}garbage\r\n\r\n`);
    expect(received.match(/HTTP\/1.1 \d+|done/g)).toEqual([
      'HTTP/1.1 200',
      'done',
      'HTTP/1.1 200',
      'done',
      'HTTP/1.1 400',
    ]);
  });

  it('is never followed by a second one for the same request', async () => {
    const socket = await open();
    socket.write(chunked('/in-parts'));
    await once(socket, 'readable');
    socket.write('zz\r\n');
    const received = await text(socket);
    expect(received).toContain('begun');
    expect(received.match(/HTTP\/1.1/g)).toHaveLength(1);
    const early = await send(`${chunked('/at-once')}5\r\nab`);
    expect(early.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(rejections).toEqual([]);
  });

  it('goes out whole when bytes follow a request that asked for the end of the connection', async () => {
    const received = await send(`${get('/late').replace('Host', 'Connection: close\r\nHost')}more`);
    expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*done/);
    expect(received.match(/HTTP\/1.1/g)).toHaveLength(1);
  });
});

it('lets go of a connection that was reset, and serves on', async () => {
  for (const bytes of ['GET / HT', `${chunked('/reads-first')}5\r\nab`, get('/late')]) {
    const socket = await open();
    socket.write(bytes);
    await sleep(20);
    socket.resetAndDestroy();
  }
  await sleep(150);
  expect(await send(get('/at-once').replace('Host', 'Connection: close\r\nHost'))).toContain('done');
  expect(rejections).toEqual([]);
});
