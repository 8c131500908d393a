import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { SelectedResponse } from '../../serve/negotiate.ts';

/** Without a byte in either direction while an answer is on its way: who does not read holds no connection longer. */
const idleMs = 60_000;

/**
 * Writes one part of an answer. No header may have been set before: a flat list at once is twice as fast as setting each.
 * @param patienceMs with who does not read
 * @returns a promise for events alone, which end when the client leaves
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
    // Nearly every answer is with the kernel by now, and a timer for each of them would cost more than the headers do.
    if (response.writableLength > 0) response.socket?.setTimeout(patienceMs);
    return undefined;
  }
  response.flushHeaders();
  response.socket?.setTimeout(patienceMs);
  return pipeline(body, response);
}
