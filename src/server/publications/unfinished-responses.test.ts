import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeResponse } from '../socket/write.ts';
import { watchResponses } from './unfinished-responses.ts';

const server = createServer();
const responses = watchResponses(server);
let respond: (message: IncomingMessage, response: ServerResponse) => void;
server.on('request', (message, response) => respond(message, response));
const folder = mkdtempSync(join(tmpdir(), 'quire-unfinished-'));
const socketPath = join(folder, 'socket');
server.listen(socketPath);
await once(server, 'listening');
const agent = new Agent();
afterAll(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const arrival = () =>
  new Promise<ServerResponse>((resolve) => {
    respond = (_, response) => resolve(response);
  });
const about = { socketPath, agent };

it('counts a response that is computed as active, and its request as use', async () => {
  const arrived = arrival();
  const received = once(get(about), 'response');
  const response = await arrived;
  expect([responses.take(), responses.take()]).toEqual([
    { isUsed: true, active: 1, waiting: 0 },
    { isUsed: true, active: 1, waiting: 0 },
  ]);
  const closed = once(response, 'close');
  response.end();
  (await received)[0].resume();
  await closed;
  expect(responses.take()).toEqual({ isUsed: false, active: 0, waiting: 0 });
});

it('counts an event stream as use when it begins, and not for its comments', async () => {
  const arrived = arrival();
  const received = once(get(about), 'response');
  const response = await arrived;
  const next = Promise.withResolvers<void>();
  async function* comments() {
    yield ': keepalive\n\n';
    await next.promise;
    yield ': keepalive\n\n';
    await new Promise(() => {});
  }
  void writeResponse(response, {
    status: 200,
    headers: ['content-type', 'text/event-stream; charset=utf-8'],
    body: comments(),
  })?.catch(() => {});
  const [stream] = await received;
  await once(stream, 'data');
  expect(responses.take()).toEqual({ isUsed: true, active: 0, waiting: 1 });
  next.resolve();
  await once(stream, 'data');
  expect(responses.take()).toEqual({ isUsed: false, active: 0, waiting: 1 });
  const closed = once(response, 'close');
  stream.destroy();
  await closed;
});

it('counts a request without its whole body as waiting, unless it is sent to another process', async () => {
  const arrived = arrival();
  const sent = request({ ...about, method: 'POST', headers: { 'content-length': '2' } });
  sent.on('error', () => {});
  sent.write('{');
  const response = await arrived;
  expect(responses.take()).toEqual({ isUsed: true, active: 0, waiting: 1 });
  responses.markForwarded(response);
  expect(responses.take()).toEqual({ isUsed: true, active: 1, waiting: 0 });
  sent.destroy();
  await once(response, 'close');
});

it('counts a long download as active until it is sent, and cuts only what waits', async () => {
  const arrived = arrival();
  const received = once(get(about), 'response');
  const response = await arrived;
  async function* rows() {
    yield '{}\n';
    await new Promise(() => {});
  }
  void writeResponse(response, { status: 200, headers: ['content-type', 'application/x-ndjson'], body: rows() })?.catch(
    () => {},
  );
  const [stream] = await received;
  const slow = arrival();
  const sent = request({ ...about, method: 'POST', headers: { 'content-length': '2' } });
  sent.on('error', () => {});
  sent.write('{');
  const unread = await slow;
  expect(responses.take()).toEqual({ isUsed: true, active: 1, waiting: 1 });
  const closed = once(unread, 'close');
  responses.cutWaiting();
  await closed;
  expect(responses.take()).toEqual({ isUsed: true, active: 1, waiting: 0 });
  stream.destroy();
});
