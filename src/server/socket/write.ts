import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { SelectedResponse } from '../../serve/negotiate.ts';

/**
 * Close the connection after this long without a byte in either direction, so that a client that stops reading cannot
 * hold it open.
 */
const idleMs = 60_000;

/**
 * Writes a response. No header may be set before: writing them as one flat list is twice as fast as setting each.
 * @param patienceMs how long to wait for a client that does not read
 * @returns a promise for event streams only, which end when the client leaves
 */
export function writeResponse(
  response: ServerResponse,
  part: Pick<SelectedResponse, 'status' | 'headers' | 'body'>,
  patienceMs = idleMs,
): Promise<void> | undefined {
  const { status, headers, body } = part;
  response.writeHead(status, headers);
  if (body === undefined || body instanceof Uint8Array) {
    response.end(body);
    // Nearly every response is in the kernel by now, and a timer for each would cost more than its headers.
    if (response.writableLength > 0) response.socket?.setTimeout(patienceMs);
    return undefined;
  }
  response.flushHeaders();
  response.socket?.setTimeout(patienceMs);
  return pipeline(body, response);
}
