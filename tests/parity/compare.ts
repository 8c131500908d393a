import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One response, as it came over the wire. */
export interface Received {
  status: number;
  /** Name, value, name, value, in the order in which they came. */
  rawHeaders: readonly string[];
  body: Buffer;
}

/** Seconds by which clocks of two runs may differ. */
const clockSeconds = 300;
/** A time with milliseconds was read from a clock; one without them was written by an author. */
const clockTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d{3}Z/g;
const base64Json = /\beyJ[\w+/-]{16,}={0,2}/g;

/**
 * Compares a response of the new code with two responses of the old code. Where the two old ones differ, the value is an id or
 * a clock, and the new one may have any other of the same shape. Everything else must be equal to the byte.
 * @returns undefined when they agree, and otherwise the first place where they do not
 */
export function findDifference(old: readonly [Received, Received], now: Received): string | undefined {
  const [first, second] = old;
  if (first.status !== now.status) return `status ${first.status} became ${now.status}`;
  return (
    differ({ first: headLines(first), second: headLines(second), now: headLines(now) }) ??
    differ({ first: bodyText(first), second: bodyText(second), now: bodyText(now) })
  );
}

/** One header a line. What differs with the second of the response is left out. */
function headLines({ rawHeaders }: Received): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return lines
    .filter((line) => !/^date:/i.test(line))
    .map((line) => line.replace(/(;t=|reset: |retry-after: )\d+/i, '$1N'))
    .join('\n')
    .replaceAll(base64Json, decode);
}

function bodyText({ rawHeaders, body }: Received): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-encoding');
  const encoding = at < 0 ? undefined : rawHeaders[at + 1];
  const plain =
    body.length === 0 || !encoding ? body : encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
  return plain.toString('latin1').replaceAll(base64Json, decode).replaceAll(clockTime, 'a moment ago');
}

/** The JSON inside a payment header or a token: only its ids and clocks may differ, not the whole of it. */
function decode(encoded: string): string {
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  return text.startsWith('{"') ? text : encoded;
}

function differ({ first, second, now }: { first: string; second: string; now: string }): string | undefined {
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
