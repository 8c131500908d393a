import type { IncomingMessage } from 'node:http';
import { drawBytes } from '../process/random.ts';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: an ID cannot be guessed and does not repeat. */
const idLength = 16;
/** Text for many IDs is created at once: one at a time would take a fifth of our share of a cached response. */
const pageBytes = 3_072;
let page = '';
let used = 0;

/** A new name for a request: 16 characters. */
export function newRequestId(): string {
  if (used === page.length) {
    page = Buffer.from(drawBytes(pageBytes)).toString('base64url');
    used = 0;
  }
  used += idLength;
  return page.slice(used - idLength, used);
}

/** X-Request-Id is echoed when it is sane, and made otherwise: it goes into the log as it is. */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : newRequestId();
}
