import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: nobody guesses another's, and none comes twice. */
const idBytes = 12;
/** Random bytes are cheap by the page and dear by the dozen. */
const pool = Buffer.alloc(idBytes * 256);
let used = pool.length;

/** A new name for a request: 16 characters. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('base64url', used - idBytes, used);
}

/** X-Request-Id is echoed when it is sane, and made otherwise: it goes into the log as it is. */
export function nameRequest({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : newRequestId();
}
