import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { writeResponse } from './write.ts';

/** More than the kernel takes for a socket. */
const long = new Uint8Array(32 * 1024 * 1024);

async function* silence() {
  yield 'data: one\n\n';
  await new Promise(() => {});
}

it.each([
  ['a long response', long],
  ['events that stop coming', silence()],
])('lets go of who does not read %s', async (_, body) => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: quire.test\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  writeResponse(response, { status: 200, headers: ['content-type', 'text/plain'], body }, 50)?.catch(() => {});
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  client.destroy();
});
