import type { IncomingMessage } from 'node:http';
import { drawBytes } from '../process/random.ts';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: nobody guesses another's, and none comes twice. */
const idBytes = 12;

/** A new name for a request: 16 characters. */
export function newRequestId(): string {
  return Buffer.from(drawBytes(idBytes).buffer).toString('base64url');
}

/** X-Request-Id is echoed when it is sane, and made otherwise: it goes into the log as it is. */
export function nameRequest({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : newRequestId();
}
