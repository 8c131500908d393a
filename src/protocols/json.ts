const encoder = new TextEncoder();

export function encodeJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** JSON in pieces: text, and UTF-8 that lies ready. */
export type JsonPieces = readonly (string | Uint8Array)[];

/** Grows to the longest value that was joined. */
let scratch = Buffer.allocUnsafe(64 * 1024);
/** The most bytes of UTF-8 for one UTF-16 code unit. */
const maxUnitBytes = 3;

/** The pieces one after the other, in UTF-8. Bytes are copied; text is encoded once, without being joined before. */
export function joinPieces(pieces: JsonPieces): Buffer {
  let end = 0;
  for (const piece of pieces) {
    const needed = end + (typeof piece === 'string' ? piece.length * maxUnitBytes : piece.byteLength);
    if (needed > scratch.byteLength) scratch = Buffer.concat([scratch.subarray(0, end)], 2 * needed);
    if (typeof piece === 'string') end += scratch.write(piece, end);
    else {
      scratch.set(piece, end);
      end += piece.byteLength;
    }
  }
  return Buffer.from(scratch.subarray(0, end));
}

/**
 * A JSON object that lies ready, with what is new each time around it. Its bytes are copied, not read.
 * @param about.members members that come before its own, as `"a":1,"b":2`; may be empty
 * @param about.object UTF-8 of one JSON object without white space before it
 */
export function wrapObject(about: { before: string; members: string; object: Uint8Array; after: string }): Uint8Array {
  const { before, members, object, after } = about;
  const isEmpty = object.byteLength === 2;
  const comma = members === '' || isEmpty ? '' : ',';
  const head = encoder.encode(`${before}{${members}${comma}`);
  const rest = object.subarray(1);
  const tail = encoder.encode(after);
  // Not zeroed first: every byte of it is written here.
  const whole = Buffer.allocUnsafe(head.byteLength + rest.byteLength + tail.byteLength);
  whole.set(head);
  whole.set(rest, head.byteLength);
  whole.set(tail, head.byteLength + rest.byteLength);
  return whole;
}

/**
 * A JSON object of values, followed by members that are JSON already: what is written once need not be written again.
 * @param written name to JSON text
 */
export function writeObject(values: object, written: Readonly<Record<string, string>>): string {
  const open = JSON.stringify(values).slice(0, -1);
  const members = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const comma = open === '{' || members.length === 0 ? '' : ',';
  return `${open}${comma}${members.join(',')}}`;
}

export function writeArray(elements: readonly string[]): string {
  return `[${elements.join(',')}]`;
}
