import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { headerEntries } from '../../serve/fixed-headers.ts';

/** Headers of one connection (RFC 9110 section 7.6.1): the next connection has its own. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/**
 * Sends a request to another process, as the first of a new connection, and its response back to the client. The
 * client's connection ends with that response: the next request may be for yet another process.
 * @param to path of the Unix socket; the line before the request has the client's IP
 */
export function forward(message: IncomingMessage, response: ServerResponse, to: string): void {
  const remoteAddress = message.socket.remoteAddress ?? '';
  const onward = request({
    createConnection: () => {
      const socket = connect(to);
      socket.write(`${remoteAddress}\n`);
      return socket;
    },
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    headers: closing(message.rawHeaders),
  });
  response.once('close', () => onward.destroy());
  onward.once('response', (received) => {
    response.writeHead(received.statusCode ?? 502, closing(received.rawHeaders));
    response.flushHeaders();
    pipeline(received, response).catch(() => response.destroy());
  });
  // If the client or the other process is gone, only a closed connection says so.
  onward.on('error', () => response.destroy());
  pipeline(message, onward).catch(() => response.destroy());
}

function closing(headers: readonly string[]): string[] {
  const others = headerEntries(headers).filter(([name]) => !ofConnection.has(name.toLowerCase()));
  return [...others.flat(), 'connection', 'close'];
}
