import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '../../src/library/digest.ts';

/** One response as the wire carried it. */
export interface Response {
  status: number;
  /** Name, value, name, value, in the order in which they were sent. */
  rawHeaders: readonly string[];
  body: Buffer;
}

/** A response as text, with one header a line. */
export interface ReadResponse {
  status: number;
  head: string;
  body: string;
}

/** Seconds by which clocks of two runs may differ. */
const clockSeconds = 300;
/** A time with milliseconds was read from a clock; one without them was written by an author. */
const clockTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d{3}Z/g;
/** Times of a sign-in message: they are cut to the second, so two sides may be on both sides of one. */
const signInTime = /(\\?"(?:issuedAt|expirationTime)\\?":\\?")[\dT:.-]+Z/g;
const base64Json = /\beyJ[\w+/-]{16,}={0,2}/g;

/**
 * Compares a response of the new code with two responses of the old code. Where the two old ones differ, the value is
 * an ID or a clock, and the new one may have any other of the same shape. Everything else must be equal to the byte.
 * @returns undefined when they agree, and otherwise the first place where they do not
 */
export function findDifference(old: readonly [ReadResponse, ReadResponse], now: ReadResponse): string | undefined {
  const [first, second] = old;
  if (first.status !== now.status) return `status ${first.status} became ${now.status}`;
  return (
    findDifferentPart({ first: first.head, second: second.head, now: now.head }) ??
    findDifferentPart({ first: first.body, second: second.body, now: now.body })
  );
}

/** Hash in the file name of an asset: it changes with the contents of the file. */
const assetHash = /(\/_astro\/[\w.-]+\.)[\w-]{8}(?=\.\w+)/g;

/** Reads responses of one side as text in which nothing depends on a clock, or on the hash in the name of an asset. */
export function createReader(): (response: Response) => ReadResponse {
  /** Text of each tag and digest that this side sent with a body. HEAD and 304 have them without a body. */
  const known = new Map<string, string>();
  return ({ status, rawHeaders, body }) => {
    const headers = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : [],
    );
    const encoding = headers.find(([name]) => name === 'content-encoding')?.[1];
    const plain = decompress(body, encoding);
    const text = plain
      .toString('latin1')
      .replaceAll(base64Json, decode)
      .replaceAll(clockTime, 'a moment ago')
      .replaceAll(signInTime, '$1a moment ago')
      .replaceAll(assetHash, '$1HASH');
    if (body.length > 0) {
      const stable = sha256(Buffer.from(text, 'latin1'), 'hex');
      known.set(sha256(plain, 'base64url').slice(0, 22), `tag of ${stable}`);
      known.set(sha256(body, 'base64'), `digest of ${stable}`);
    }
    const lines = headers
      .filter(([name]) => name !== 'date')
      .map(([name, value]) => `${name}: ${stableValue(name, value)}`);
    return {
      status,
      head: lines.join('\n').replaceAll(base64Json, decode).replaceAll(signInTime, '$1a moment ago'),
      body: text,
    };

    function stableValue(name: string, value: string): string {
      switch (name) {
        case 'etag':
          return value.replace(/^"([\w-]{22})(?=["-])/, (found, tag: string) => known.get(tag) ?? found);
        case 'repr-digest':
          return value.replace(/:(.+):/, (found, digest: string) => known.get(digest) ?? found);
        case 'content-length':
          // Compressed bytes depend on the hash in the name of an asset: their number is only compared with the body.
          return encoding && Number(value) === body.length ? 'of the compressed body' : value;
        case 'ratelimit':
        case 'x-ratelimit-reset':
        case 'retry-after':
          return value.replace(/(;t=|^)\d+/, '$1N');
        default:
          return value.replaceAll(assetHash, '$1HASH');
      }
    }
  };
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || !encoding) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

/** The JSON inside a payment header or a token: only its ids and clocks may differ, not the whole of it. */
function decode(encoded: string): string {
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  return text.startsWith('{"') ? text : encoded;
}

function findDifferentPart({ first, second, now }: { first: string; second: string; now: string }): string | undefined {
  if (first === now) return undefined;
  const [a, b, c] = [first, second, now].map((text) => text.split(/([^\w-]+)/));
  if (!a || !b || !c) return undefined;
  for (let at = 0; at < Math.max(a.length, c.length); at += 1) {
    const [one = '', other = '', next = ''] = [a[at], b[at], c[at]];
    if (one === next) continue;
    const isVolatile = one !== other && one.length === next.length;
    if (isVolatile || isClock(one, next)) continue;
    const around = (parts: string[]) =>
      parts
        .slice(Math.max(0, at - 12), at + 12)
        .join('')
        .slice(0, 300);
    return `- ${around(a)}\n+ ${around(c)}`;
  }
  return undefined;
}

/** Two readings of a clock in seconds or milliseconds, not far apart. */
function isClock(one: string, next: string): boolean {
  if (!/^\d{10,13}$/.test(one) || !/^\d{10,13}$/.test(next)) return false;
  const scale = one.length > 11 ? 1000 : 1;
  return Math.abs(Number(one) - Number(next)) <= clockSeconds * scale;
}
