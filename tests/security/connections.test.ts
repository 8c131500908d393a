import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Started, startProcess } from '../support/server.ts';

const held: Socket[] = [];
let service: Started | undefined;

afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy();
  await service?.kill('SIGKILL');
});

/** Every address of 127.0.0.0/8 is this machine, and each is another client to the service. */
async function hold(count: number, localAddress: string, { address }: Started) {
  const port = Number(new URL(address).port);
  const opening = Array.from({ length: count }, async () => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {}); // those that are refused
    held.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  });
  await Promise.all(opening);
}

/** Over a connection of its own. */
async function askFrom(localAddress: string, path: string, { address }: Started) {
  const port = Number(new URL(address).port);
  const startedAt = performance.now();
  const request = get({ host: '127.0.0.1', port, path, localAddress, agent: false });
  const [response] = await once(request, 'response');
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body, ms: performance.now() - startedAt };
}

/** Within a second, in one of some tries: what else the machine does may take one of them. */
async function expectSoon(localAddress: string, path: string, started: Started) {
  await expect
    .poll(
      async () => {
        const { status, ms } = await askFrom(localAddress, path, started);
        return [path, status, ms < 1_000];
      },
      { timeout: 50_000 },
    )
    .toEqual([path, 200, true]);
}

const reading = ['/', '/api/v1/articles', '/healthz', '/readyz'];

describe('somebody who holds thousands of connections open', () => {
  it('shuts out nobody at another address, and hears at its own why no more are taken', async () => {
    service = await startProcess();
    await hold(4_200, '127.0.0.2', service);
    for (const path of reading) await expectSoon('127.0.0.3', path, service);
    const refused = await askFrom('127.0.0.2', '/api/v1/articles', service);
    expect([refused.status, refused.headers['retry-after'], refused.headers.connection]).toEqual([429, '1', 'close']);
    expect(JSON.parse(refused.body).error).toMatchObject({ code: 'rate_limited' });
    for (const path of ['/healthz', '/readyz']) expect((await askFrom('127.0.0.2', path, service)).status).toBe(200);
  }, 180_000);

  it('at many addresses of one network shuts out nobody in another one', async () => {
    service = await startProcess();
    for (let host = 2; host < 12; host += 1) await hold(512, `127.0.0.${host}`, service);
    for (const path of reading) await expectSoon('127.0.1.2', path, service);
  }, 180_000);

  it('in many networks takes every place, but those for health', async () => {
    service = await startProcess();
    const addresses = Array.from({ length: 8 }, (_, index) => `127.0.${index}.2`);
    for (const address of addresses) await hold(512, address, service);
    await hold(200, '127.0.0.10', service);
    for (const path of ['/healthz', '/readyz', '/readyz/recording']) await expectSoon('127.0.0.20', path, service);
    expect((await askFrom('127.0.0.20', '/api/v1/articles', service)).status).toBe(429);
    for (const socket of held.splice(0)) socket.destroy();
    await expectSoon('127.0.0.20', '/api/v1/articles', service);
  }, 180_000);

  it('leaves files to open to a process that may open few', async () => {
    service = await startProcess({}, ['sh', '-c', 'ulimit -n 400; exec "$@"', 'sh']);
    await hold(450, '127.0.0.2', service);
    const started = service;
    for (const path of ['/healthz', '/readyz']) await expectSoon('127.0.0.3', path, started);
    // As long as those that gave way are not closed yet, a connection is dropped without a word.
    await expect.poll(async () => (await askFrom('127.0.0.3', '/api/v1/articles', started)).status).toBe(429);
    for (const socket of held.splice(0)) socket.destroy();
    await expectSoon('127.0.0.3', '/api/v1/articles', started);
  }, 180_000);

  it('may, when it is a proxy that is trusted', async () => {
    service = await startProcess({ TRUSTED_PROXIES: '127.0.0.2', CONNECTIONS_PER_ADDRESS: '10' });
    await hold(50, '127.0.0.2', service);
    expect((await askFrom('127.0.0.2', '/api/v1/articles', service)).status).toBe(200);
    await hold(50, '127.0.0.3', service);
    expect((await askFrom('127.0.0.3', '/api/v1/articles', service)).status).toBe(429);
  });
});
