import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '../library/digest.ts';
import { jsonType } from '../protocols/http.ts';

export type ContentCoding = 'br' | 'gzip';

/** The bytes of a response in one encoding, with the headers that belong to these bytes alone. */
export interface EncodedBody {
  /** A Buffer, because Node.js would copy any other kind of bytes into one for each response. */
  bytes: Buffer;
  /** Strong, one for each encoding (RFC 9110 section 8.8.3.3); undefined if the response must not be stored. */
  etag: string | undefined;
  /** Flat: name, value, name, value. */
  headers: readonly string[];
}

/** All forms of one body that there are. Absent ones were not worth making. */
export interface BodyVariants extends Partial<Record<ContentCoding, EncodedBody>> {
  identity: EncodedBody;
}

const minBytes = 1_000;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** 132 bits of SHA-256: what a strong tag is made of. */
export function computeEtag(bytes: Uint8Array): string {
  return sha256(bytes, 'base64url').slice(0, 22);
}

interface BodyAbout {
  type: string;
  /** Absent for a response that must not be cached. */
  tag?: string | undefined;
  /** Sends Repr-Digest (RFC 9530) of these bytes, computed after encoding. */
  isDigested?: boolean;
}

function createEncodedBody(bytes: Uint8Array, about: BodyAbout & { encoding?: ContentCoding }): EncodedBody {
  const { type, tag, encoding, isDigested } = about;
  const etag = tag && `"${tag}${encoding ? `-${encoding}` : ''}"`;
  const headers = ['content-type', type, 'content-length', String(bytes.byteLength)];
  if (etag !== undefined) headers.push('etag', etag);
  if (encoding) headers.push('content-encoding', encoding);
  if (isDigested) headers.push('repr-digest', `sha-256=:${sha256(bytes, 'base64')}:`);
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), etag, headers };
}

/** Compressed text as it may be sent: only what was made for it, and only where it is shorter. */
export interface EncodedBytes extends Partial<Record<ContentCoding, Uint8Array>> {
  identity: Uint8Array;
}

/** Is a body worth encoding? */
export function isEncodable(bytes: Uint8Array, type: string): boolean {
  return bytes.byteLength >= minBytes && /charset|json|xml/.test(type);
}

/**
 * @param about.quality Brotli level: 10 in a build, 5 while a client waits
 * @param about.encodings those to make; both by default
 */
export async function encode(
  bytes: Uint8Array,
  about: { type: string; quality: 5 | 10; encodings?: readonly ContentCoding[] },
): Promise<EncodedBytes> {
  const { encodings = ['br', 'gzip'] } = about;
  if (!isEncodable(bytes, about.type)) return { identity: bytes };
  const [br, gz] = await Promise.all([
    encodings.includes('br') &&
      compress.br(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: about.quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          [constants.BROTLI_PARAM_LGWIN]: Math.max(16, Math.min(22, 32 - Math.clz32(bytes.byteLength))),
        },
      }),
    encodings.includes('gzip') && compress.gzip(bytes, { level: about.quality === 10 ? 9 : 6 }),
  ]);
  return { identity: bytes, ...(br && { br }), ...(gz && { gzip: gz }) };
}

export function toBodyVariants(coded: EncodedBytes, about: BodyAbout): BodyVariants {
  return {
    identity: createEncodedBody(coded.identity, about),
    ...(coded.br && { br: createEncodedBody(coded.br, { ...about, encoding: 'br' }) }),
    ...(coded.gzip && { gzip: createEncodedBody(coded.gzip, { ...about, encoding: 'gzip' }) }),
  };
}

/** A value as JSON that is not worth encoding. */
export function toJsonVariants(value: unknown): BodyVariants {
  return toBodyVariants({ identity: Buffer.from(JSON.stringify(value)) }, { type: jsonType });
}

/** Bytes of all forms together. */
export function totalBytes({ identity, br, gzip }: BodyVariants): number {
  return identity.bytes.byteLength + (br?.bytes.byteLength ?? 0) + (gzip?.bytes.byteLength ?? 0);
}
