import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { openSocket, sendBytes } from '../../../tests/support/raw-socket.ts';
import { createTurns } from '../../core/limits/turns.ts';
import { createOrder } from './node-request.ts';

let server: Server;
let port: number;
/** Paths in the order in which their requests were received, and started. */
let received: string[];
let started: string[];
let rejection: Error | undefined;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  [received, started] = [[], []];
  rejection = undefined;
  respond = (response) => response.end('done');
  const turns = createTurns({ defer: setImmediate });
  const inOrder = createOrder(async () => {
    if (rejection) throw rejection;
    await turns.take('192.0.2.1');
  });
  server = createServer({ requireHostHeader: false }, (message, response) => {
    received.push(message.url ?? '');
    inOrder(message, response, () => {
      started.push(message.url ?? '');
      respond(response);
    });
  });
  port = await freePort();
  server.listen(port, 'localhost');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const requests = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `GET /${at} HTTP/1.1\r\n${at === count - 1 ? 'Connection: close\r\n' : ''}\r\n`,
  );

it('responds to requests that came together, in their order', async () => {
  respond = (response) => setTimeout(() => response.end('done'), 5);
  const responses = await sendBytes(port, requests(10).join(''));
  expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  expect(started).toEqual(Array.from({ length: 10 }, (_, at) => `/${at}`));
});

it('starts no second request of a connection while the first has no response', async () => {
  const waiting: ServerResponse[] = [];
  respond = (response) => waiting.push(response);
  const socket = await openSocket(port);
  socket.write(requests(5).join(''));
  await expect.poll(() => received.length).toBe(5);
  await sleep(20);
  expect(started).toEqual(['/0']);
  waiting[0]?.end('done');
  await expect.poll(() => started).toEqual(['/0', '/1']);
  socket.destroy();
});

it('starts nothing after a response that ends the connection', async () => {
  respond = (response) => response.writeHead(200, { connection: 'close' }).end('done');
  expect((await sendBytes(port, requests(3).join(''))).match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  await sleep(20);
  expect(started).toEqual(['/0']);
});

it('lets requests of other connections start between those that came together', async () => {
  const [socket, other] = [await openSocket(port), await openSocket(port)];
  socket.resume().write(requests(16).join(''));
  other.write('GET /other HTTP/1.1\r\n\r\n');
  await expect.poll(() => started.length).toBe(17);
  expect(started.indexOf('/other')).toBeLessThan(16);
  for (const each of [socket, other]) each.destroy();
});

it('starts at most two requests in one turn of the event loop of those that came together, over however many connections', async () => {
  let turn = 0;
  const startedIn = new Map<number, number>();
  const countTurn = () => {
    turn += 1;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  respond = (response) => {
    if (started.at(-1) !== '/0') startedIn.set(turn, (startedIn.get(turn) ?? 0) + 1);
    response.end('done');
  };
  const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(port)));
  for (const socket of sockets) socket.resume().write(requests(10).join(''));
  await expect.poll(() => started.length).toBe(400);
  clearImmediate(counting);
  for (const socket of sockets) socket.destroy();
  expect(Math.max(...startedIn.values())).toBeLessThanOrEqual(2);
});

it('closes a connection whose turn is refused', async () => {
  rejection = new Error('Too many wait.');
  const responses = await sendBytes(port, requests(3).join(''));
  expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
});

it('closes a connection with hundreds of requests, reads few of them, and serves on', async () => {
  for (let round = 0; round < 3; round += 1) {
    received = [];
    const socket = await openSocket(port);
    socket
      .on('error', () => undefined)
      .resume()
      .write(requests(1_000).join(''));
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
    socket.destroy();
    expect(received.length).toBeLessThan(20);
    expect(await sendBytes(port, requests(2).join(''))).toMatch(/200 OK[\s\S]*200 OK/);
  }
});
