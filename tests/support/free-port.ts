import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that no process listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (!address || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** Whether a service could listen on this port, on all addresses of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  const isListening = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
