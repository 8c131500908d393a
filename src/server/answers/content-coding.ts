import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { entityTag } from './entity-tag.ts';

/** Bytes to send, with the forms that lie ready for whoever accepts them. */
export interface Forms {
  /** Of the plain bytes; a compressed form has its own, derived from it. */
  etag: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Absent where compressing is not worth it. */
  br: Uint8Array<ArrayBuffer> | undefined;
  gzip: Uint8Array<ArrayBuffer> | undefined;
}

export interface Form {
  etag: string;
  bytes: Uint8Array<ArrayBuffer>;
  coding: 'br' | 'gzip' | undefined;
}

const leastBytes = 1_000;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export function plainForm(bytes: Uint8Array<ArrayBuffer>): Forms {
  return { etag: entityTag(bytes), bytes, br: undefined, gzip: undefined };
}

/** Compresses once for many answers, in node's thread pool. */
export async function makeForms(bytes: Uint8Array<ArrayBuffer>): Promise<Forms> {
  const plain = plainForm(bytes);
  if (bytes.byteLength < leastBytes) return plain;
  const [br, gzip] = await Promise.all([
    compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compress.gzip(bytes, { level: 9 }),
  ]);
  return { ...plain, br, gzip };
}

/**
 * The form for an Accept-Encoding header (RFC 9110 section 12.5.3): brotli before gzip before neither.
 * Each has its own strong tag (section 8.8.3.3).
 */
export function chooseForm(forms: Forms, acceptEncoding: string | null | undefined): Form {
  const coding = acceptEncoding ? preferredCoding(acceptEncoding, forms) : undefined;
  const bytes = coding && forms[coding];
  if (!coding || !bytes) return { etag: forms.etag, bytes: forms.bytes, coding: undefined };
  return { etag: forms.etag.replace(/"$/, `-${coding}"`), bytes, coding };
}

function preferredCoding(header: string, { br, gzip }: Forms): 'br' | 'gzip' | undefined {
  const offered = header.split(',').map((item) => item.trim().toLowerCase());
  const accepts = (name: string) =>
    offered.some((item) => item === name || (item.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(item)));
  if (br && accepts('br')) return 'br';
  if (gzip && accepts('gzip')) return 'gzip';
  return undefined;
}

export function sizeOf({ bytes, br, gzip }: Forms): number {
  return bytes.byteLength + (br?.byteLength ?? 0) + (gzip?.byteLength ?? 0);
}
