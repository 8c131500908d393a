import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Close the listener after this many event-loop turns without a new connection, the last of them short, but
 * always within `closeWithinMs`.
 */
const quietEnough = 100;
const shortTurnMs = 1;
const closeWithinMs = 3_000;
/** How long idle connections are still read after the listener is closed. */
const lingerMs = 1_000;
/** How long a response that has begun may take. */
const drainMs = 10_000;
const lookMs = 50;

export interface Drain {
  /** Nobody comes in any more. */
  stoppedAccepting: Promise<void>;
  /** The last connection is closed: after ten seconds by force. */
  isEmpty: Promise<void>;
}

/**
 * Ends a server without cutting off a request. Requests that arrive before the listener closes wait for it; every
 * response after that has `Connection: close` (RFC 9112 section 9.6). Open connections are read for one more second, so
 * that requests already on their way get a response too.
 * @param handed open connections that the server did not accept itself, so it does not wait for them
 */
export function drain(server: Server, handed: ReadonlySet<Socket> = new Set()): Drain {
  const empty = Promise.withResolvers<void>();
  const startedAt = performance.now();
  let shutAt = Number.POSITIVE_INFINITY;
  const stoppedAccepting = untilNobodyComes(server).then(() => {
    shutAt = performance.now();
    // `close` of an HTTP server would also end keep-alive connections with a request on its way, so call `close` of the
    // class below.
    NetServer.prototype.close.call(server, () => empty.resolve());
  });
  const looking = setInterval(() => {
    const now = performance.now();
    if (now - startedAt > drainMs) server.closeAllConnections();
    else if (now - shutAt > lingerMs) server.closeIdleConnections();
  }, lookMs);
  const isEmpty = empty.promise
    .then(() => Promise.all(Array.from(handed, (socket) => new Promise((resolve) => socket.once('close', resolve)))))
    .then(() => clearInterval(looking));
  return { stoppedAccepting, isEmpty };
}

/**
 * Closing the listener resets connections that the kernel has accepted and Node.js has not. Node.js accepts one in each
 * event-loop turn, so wait until several turns bring none. Requests wait too: clients with a response would connect
 * again.
 */
export async function untilNobodyComes(server: NetServer): Promise<void> {
  const startedAt = performance.now();
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  let isShort = false;
  for (let now = startedAt; !(isShort && quietTurns >= quietEnough) && now - startedAt < closeWithinMs; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const before = now;
    now = performance.now();
    quietTurns += 1;
    // During a long turn a connection may arrive after Node.js has looked; the next turn sees it.
    isShort = now - before < shortTurnMs;
  }
  server.off('connection', onConnection);
}
