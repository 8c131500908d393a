/** A growing buffer of unsigned LEB128 numbers: small numbers take one byte. */
export function varintWriter() {
  let bytes = new Uint8Array(1024);
  let length = 0;

  function write(value: number): void {
    if (length + 5 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    let rest = value;
    while (rest > 127) {
      bytes[length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }

  return { write, toBase64: () => Buffer.from(bytes.buffer, 0, length).toString('base64') };
}

/** Reads back, one after the other, what a `varintWriter` wrote; past the end it reads 0. */
export function varintReader(base64: string): () => number {
  const bytes = Buffer.from(base64, 'base64');
  let at = 0;
  return () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
}
