import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';

/**
 * A connection without an HTTP client, which would not send what tests want to send. Its own side stays open when the
 * other ends.
 */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: 'localhost', allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and reads until the service ends the connection. */
export async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  socket.write(bytes);
  const received = await text(socket);
  socket.destroy();
  return received;
}

/** The first answer in what was received. */
export function readAnswer(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [line, ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.split(': ')[0] ?? '', field.slice(field.indexOf(': ') + 2)]),
  );
  return { line, headers, body, error: () => ErrorBody.parse(JSON.parse(body)).error };
}
