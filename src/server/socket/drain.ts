import type { Server } from 'node:http';
import { Server as Door } from 'node:net';

/** The door is shut after so many turns of the event loop that brought nobody, the last of them short, or after so long at most. */
const quietEnough = 100;
const shortTurnMs = 1;
const doorMs = 3_000;
/** How long a connection that brings nothing is read on, from when the door is shut. */
const lingerMs = 1_000;
/** How long an answer that was begun may take. */
const drainMs = 10_000;
const lookMs = 50;

export interface Drain {
  /** Nobody comes in any more. */
  stoppedAccepting: Promise<void>;
  /** The last connection is closed: after ten seconds by force. */
  isEmpty: Promise<void>;
}

/**
 * Ends a server without cutting a request. What comes in before the door is shut has to wait for that; every answer after it has to
 * say that it is the last of its connection (RFC 9112 section 9.6). Who is connected is read on for a second, so that what is on its
 * way is answered too.
 */
export function drain(server: Server): Drain {
  const empty = Promise.withResolvers<void>();
  const startedAt = performance.now();
  let shutAt = Number.POSITIVE_INFINITY;
  const stoppedAccepting = untilNobodyComes(server).then(() => {
    shutAt = performance.now();
    // `close` of an HTTP server would also end what is kept open, whatever is on its way there: so the one below it.
    Door.prototype.close.call(server, () => empty.resolve());
  });
  const looking = setInterval(() => {
    const now = performance.now();
    if (now - startedAt > drainMs) server.closeAllConnections();
    else if (now - shutAt > lingerMs) server.closeIdleConnections();
  }, lookMs);
  return { stoppedAccepting, isEmpty: empty.promise.finally(() => clearInterval(looking)) };
}

/**
 * Whom the kernel has let in and node has not taken over yet is reset when the door is shut, and node takes over one in each turn of
 * its loop: so turns pass until some have brought nobody. Clients that were answered meanwhile would come back.
 */
async function untilNobodyComes(server: Server): Promise<void> {
  const startedAt = performance.now();
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  let isShort = false;
  for (let now = startedAt; !(isShort && quietTurns >= quietEnough) && now - startedAt < doorMs; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const before = now;
    now = performance.now();
    quietTurns += 1;
    // In a long one somebody may have come after node had looked, and is seen in the next.
    isShort = now - before < shortTurnMs;
  }
  server.off('connection', onConnection);
}
