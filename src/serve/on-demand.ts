import { createTurns } from '../core/limits/turns.ts';
import type { HttpRequest } from '../protocols/http.ts';
import { type ContentCoding, type EncodedBytes, encode, isEncodable } from './body-variants.ts';
import { neededEncodings } from './negotiate.ts';

/** How a response is to be encoded. */
export interface Wanted {
  /** Media type. */
  type: string;
  encodings: readonly ContentCoding[];
  clientAddress: string;
}

/** Encodes a response while its client waits. */
export type EncodeOnDemand = (bytes: Uint8Array, wanted: Wanted) => Promise<EncodedBytes>;

/**
 * Encodes one response at a time; clients take turns. Compression has threads of its own, but they share the cores with
 * the event loop: one caller with many new lists made all others wait for a core.
 */
export function createOnDemandEncoder(): EncodeOnDemand {
  let startNext = () => {};
  const turns = createTurns({
    defer: (next) => {
      startNext = next;
    },
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return async (bytes, { type, encodings, clientAddress }) => {
    if (encodings.length === 0 || !isEncodable(bytes, type)) return { identity: bytes };
    await turns.take(clientAddress);
    try {
      return await encode(bytes, { type, quality: 5, encodings });
    } finally {
      startNext();
    }
  };
}

/** The encodings that the client of a request needs. @param type media type of the response */
export function wantedBy(request: HttpRequest, type: string): Wanted {
  return { type, encodings: neededEncodings(request), clientAddress: request.clientAddress };
}
