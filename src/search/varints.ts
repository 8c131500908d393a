export interface VarintWriter {
  write(value: number): void;
  /** Bytes written so far. */
  length(): number;
  bytes(): Uint8Array;
}

export interface VarintReader {
  read(): number;
  /** The byte that is read next. */
  position(): number;
  seek(position: number): void;
}

/** A growing buffer of unsigned LEB128 numbers up to 32 bits: small numbers take one byte. */
export function createVarintWriter(): VarintWriter {
  let buffer = new Uint8Array(1024);
  let length = 0;
  return {
    write(value) {
      if (length + 5 > buffer.length) {
        const larger = new Uint8Array(buffer.length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      let rest = value;
      while (rest > 127) {
        buffer[length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      buffer[length++] = rest;
    },
    length: () => length,
    bytes: () => buffer.subarray(0, length),
  };
}

/** Reads back, one after the other, what a `VarintWriter` wrote; past the end it reads 0. */
export function createVarintReader(bytes: Uint8Array): VarintReader {
  let at = 0;
  return {
    read() {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] ?? 0;
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
    },
    position: () => at,
    seek(position) {
      at = position;
    },
  };
}
