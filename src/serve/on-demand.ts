import { createTurns } from '../core/limits/turns.ts';
import type { HttpRequest } from '../protocols/http.ts';
import { type ContentCoding, type EncodedBytes, encode, isEncodable } from './body-variants.ts';
import { preferredEncodings } from './negotiate.ts';

/** How a response is to be encoded. */
export interface Wanted {
  /** Media type. */
  type: string;
  encodings: readonly ContentCoding[];
  clientAddress: string;
}

/** Encodes a response while its client waits. */
export type EncodeOnDemand = (bytes: Uint8Array, wanted: Wanted) => Promise<EncodedBytes>;

const both: readonly ContentCoding[] = ['br', 'gzip'];
const oneOf: Record<ContentCoding | 'identity', readonly ContentCoding[]> = {
  br: ['br'],
  gzip: ['gzip'],
  identity: [],
};

/**
 * Encodes one response at a time; clients take turns. Compression has threads of its own, but they share the cores with the
 * event loop: one caller with many new lists made everybody wait for a core.
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

/**
 * The encodings to make: all for a URL without a query, of which there are few and many clients; else only the one that this client
 * prefers.
 */
export function neededEncodings({
  search,
  headers,
}: Pick<HttpRequest, 'search' | 'headers'>): readonly ContentCoding[] {
  if (search === '') return both;
  return oneOf[preferredEncodings(headers.get('accept-encoding'))[0] ?? 'identity'];
}

/** The encodings that the client of a request needs. @param type media type of the response */
export function wantedBy(request: HttpRequest, type: string): Wanted {
  return { type, encodings: neededEncodings(request), clientAddress: request.clientAddress };
}

/** The key of a response with these encodings. @param url names it without them */
export function encodedKey(url: string, encodings: readonly ContentCoding[]): string {
  return encodings === both ? url : `${encodings[0] ?? 'identity'} ${url}`;
}
