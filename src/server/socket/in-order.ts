import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As many requests of a connection may wait for the response before theirs. Browsers send none so, and other clients a few. */
const maxWaiting = 64;

/**
 * Starts the requests of a connection one after the other, and those that a client sent before it had a response (RFC 9112 section
 * 9.3.2) each in a turn of its own. Node.js starts all of them at once, so that a few connections with a hundred requests each
 * take the process for seconds.
 * @returns a function that starts a request when the response before it is sent; it closes a connection on which too many wait
 */
export function createOrder(): (message: IncomingMessage, response: ServerResponse, start: () => void) => void {
  const last = new WeakMap<Socket, { response: ServerResponse; waiting: number }>();
  return ({ socket }, response, start) => {
    const before = last.get(socket);
    if (before === undefined || before.response.writableFinished) {
      last.set(socket, { response, waiting: 0 });
      start();
      return;
    }
    const waiting = before.waiting + 1;
    if (waiting > maxWaiting) closeAtOnce(socket);
    if (socket.destroyed) return;
    last.set(socket, { response, waiting });
    before.response.once('close', () => setImmediate(() => socket.writable && !response.headersSent && start()));
  };
}

/** Index of the function that a parser of Node.js calls at the end of each head; 64 KB have two thousand heads. */
const onHead = 2;

/** Closes a connection, and lets Node.js read no further request of what it has received. It has this switch, its types do not. */
function closeAtOnce(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) {
    const read: unknown = Reflect.get(parser, onHead);
    // Parsers are used again for other connections.
    const restore = () => Reflect.set(parser, onHead, read);
    Reflect.set(parser, onHead, () => {
      restore();
      return -1;
    });
    socket.once('close', restore);
  }
  socket.destroy();
}
