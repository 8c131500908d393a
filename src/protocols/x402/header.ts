import { decodeBase64Text } from '../http.ts';

/** More than any x402 client sends, and about what a server's header limit leaves. */
const maxHeaderLength = 16_384;

function writeAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * JSON as standard base64, the form of every x402 header (transports/http of x402 v1 and v2). Pure ASCII whatever the
 * text.
 */
export function encodeHeader(value: unknown): string {
  return btoa(writeAscii(value));
}

/**
 * Pads to a multiple of three, so that the base64 of the parts is the parts of the base64. White space outside strings
 * means nothing in JSON.
 */
function pad(json: string): string {
  return json.padEnd(Math.ceil(json.length / 3) * 3, ' ');
}

/**
 * Does what `encodeHeader` does, for values that differ in one text only: the rest is encoded once.
 * @param text ASCII that needs no escape; occurs in `value` once
 * @returns encodes the value with another such text in its place
 */
export function prepareHeader(value: unknown, text: string): (next: string) => string {
  const [before = '', after = ''] = writeAscii(value).split(JSON.stringify(text));
  // The quotation mark that opens the text goes with what is before it.
  const head = btoa(`${before}${' '.repeat((3 - ((before.length + 1) % 3)) % 3)}"`);
  const tail = btoa(after);
  return (next) => head + btoa(pad(`${next}"`)) + tail;
}

export type DecodedHeader = { kind: 'json'; value: unknown } | { kind: 'malformed'; detail: string };

/** Reads such a header from a client: standard alphabet, padded, UTF-8, one JSON value. Never throws. */
export function decodeHeader(header: string): DecodedHeader {
  const malformed = (detail: string): DecodedHeader => ({ kind: 'malformed', detail });
  if (header.length > maxHeaderLength) return malformed('It is too long.');
  if (header.length === 0 || header.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) {
    return malformed('It is not standard, padded base64.');
  }
  try {
    return { kind: 'json', value: JSON.parse(decodeBase64Text(header)) };
  } catch (error) {
    return malformed(error instanceof SyntaxError ? 'It holds no JSON.' : 'It holds no UTF-8.');
  }
}
