import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Part } from '../answers/choose.ts';

/**
 * Writes one part of an answer. No header may have been set before: a flat list at once is twice as fast as setting each.
 * @param own headers of this one request. Flat: name, value, name, value.
 * @returns a promise for events alone, which end when the client leaves
 */
export function writePart(response: ServerResponse, part: Part, own: readonly string[]): Promise<void> | undefined {
  const { status, headers, body } = part;
  response.writeHead(status, [...headers, ...own]);
  if (body === undefined || body instanceof Uint8Array) {
    response.end(body);
    return undefined;
  }
  response.flushHeaders();
  return pipeline(body, response);
}
