import { LRUCache } from 'lru-cache';
import type { OperationId } from '../contract/operations.ts';
import { preferredType } from '../protocols/accept.ts';
import { type HttpRequest, splitList, splitWeighted } from '../protocols/http.ts';
import type { BodyVariants, ContentCoding, EncodedBody } from './body-variants.ts';
import type { CacheEntry } from './response-cache.ts';

/** The response to one request as it is written to the socket, with the fields that the log and the metrics record. */
export interface SelectedResponse {
  status: number;
  /** Flat: name, value, name, value. */
  headers: string[];
  body: Uint8Array | AsyncIterable<string> | undefined;
  operation: OperationId | 'none';
  callerId: string | undefined;
  isSandbox: boolean;
}

interface RequestFacts extends Partial<Pick<SelectedResponse, 'operation' | 'callerId' | 'isSandbox'>> {
  /** Headers of this one request and its caller. Flat: name, value, name, value. */
  own?: readonly string[];
}

/** The request headers and the method that decide about the representation. */
type Conditions = Pick<HttpRequest, 'method' | 'requestId'> & { headers: Pick<HttpRequest['headers'], 'get'> };

/**
 * The one place where conditions, encodings and HEAD are decided: an encoding for Accept-Encoding, nothing where the
 * client has it already (304, RFC 9110 section 13.1.2), no body for HEAD (section 9.3.2).
 */
export function selectResponse(
  entry: CacheEntry,
  request: Conditions,
  { own = [], operation = 'none', callerId, isSandbox = false }: RequestFacts = {},
): SelectedResponse {
  const { status, headers, content, late } = entry;
  const { requestId } = request;
  const id = 'x-request-id';
  const last = late ? [...own, ...late()] : own;
  const isHead = request.method === 'HEAD';
  const meta = { operation, callerId, isSandbox };
  if (content === undefined) {
    return { status, headers: [...headers, ...last, id, requestId, 'content-length', '0'], body: undefined, ...meta };
  }
  if (!('identity' in content)) {
    return { status, headers: [...headers, ...last, id, requestId], body: isHead ? undefined : content, ...meta };
  }
  const { etag, headers: ofVariant, bytes } = chooseVariant(content, request.headers.get('accept-encoding'));
  const known = etag === undefined ? null : request.headers.get('if-none-match');
  if (etag !== undefined && known !== null && isNotModified(known, etag)) {
    return { status: 304, headers: [...headers, ...last, id, requestId, 'etag', etag], body: undefined, ...meta };
  }
  const all = [...headers, ...ofVariant, ...last, id, requestId];
  return { status, headers: all, body: isHead ? undefined : bytes, ...meta };
}

/** RFC 9110 section 13.1.2: does If-None-Match name this tag? Weak comparison, `*` matches anything. */
export function isNotModified(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return splitList(ifNoneMatch).some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

export const pageTypes = ['text/html', 'text/markdown'] as const;

/**
 * May a response of one of these media types be sent for an Accept header?
 * @param mediaTypes one list for each route
 */
export function isAcceptable(accept: string | null, mediaTypes: readonly string[]): boolean {
  return !accept || preferredType(accept, mediaTypes) !== undefined;
}

/** Encodings that clients prefer, by Accept-Encoding. */
const encodingChoices = new LRUCache<string, readonly ('identity' | ContentCoding)[]>({ max: 200 });

function chooseVariant(variants: BodyVariants, acceptEncoding: string | null): EncodedBody {
  for (const encoding of preferredEncodings(acceptEncoding)) {
    const variant = variants[encoding];
    if (variant) return variant;
  }
  return variants.identity;
}

const onlyIdentity = ['identity'] as const;

/**
 * Encodings that a client accepts, the one it prefers first.
 * @param acceptEncoding the header, null where there is none
 */
function preferredEncodings(acceptEncoding: string | null): readonly ('identity' | ContentCoding)[] {
  if (acceptEncoding === null) return onlyIdentity;
  let wanted = encodingChoices.get(acceptEncoding);
  if (!wanted) {
    wanted = readPreference(acceptEncoding);
    encodingChoices.set(acceptEncoding, wanted);
  }
  return wanted;
}

/**
 * Encodings by the client's weights (RFC 9110 section 12.5.3); of two with equal weight, the shorter body first.
 * `identity` is always acceptable unless the client excludes it, and even then it is sent if nothing else is available:
 * it serves the client better than a 406.
 */
function readPreference(acceptEncoding: string): readonly ('identity' | ContentCoding)[] {
  const weights = new Map(
    splitWeighted(acceptEncoding).map(({ item, weight }) => [item === 'x-gzip' ? 'gzip' : item, weight]),
  );
  const others = weights.get('*') ?? 0;
  const weigh = (encoding: ContentCoding) => weights.get(encoding) ?? others;
  // If `identity` is not listed, rank it last: a client that sends Accept-Encoding wants fewer bytes.
  const identity = weights.get('identity') ?? Number.MIN_VALUE;
  return [
    { encoding: 'br' as const, weight: weigh('br') },
    { encoding: 'gzip' as const, weight: weigh('gzip') },
    { encoding: 'identity' as const, weight: identity },
  ]
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ encoding }) => encoding);
}

const both: readonly ContentCoding[] = ['br', 'gzip'];
const oneOf: Record<ContentCoding | 'identity', readonly ContentCoding[]> = {
  br: ['br'],
  gzip: ['gzip'],
  identity: [],
};

/**
 * The encodings to make: all for a URL without a query, of which there are few and many clients; else only the one that
 * this client prefers.
 */
export function neededEncodings({
  search,
  headers,
}: Pick<HttpRequest, 'search' | 'headers'>): readonly ContentCoding[] {
  if (search === '') return both;
  return oneOf[preferredEncodings(headers.get('accept-encoding'))[0] ?? 'identity'];
}

/** The key of a response with these encodings. @param url names it without them */
export function encodedKey(url: string, encodings: readonly ContentCoding[]): string {
  return encodings === both ? url : `${encodings[0] ?? 'identity'} ${url}`;
}
