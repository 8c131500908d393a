/**
 * Joins a value and some bytes: the lengths of all, then the value as JSON, then the bytes one after the other.
 */
export function packFrame(head: unknown, blocks: readonly Uint8Array[]): Buffer {
  const all = [Buffer.from(JSON.stringify(head)), ...blocks];
  const lengths = Uint32Array.of(all.length, ...all.map(({ length }) => length));
  return Buffer.concat([new Uint8Array(lengths.buffer), ...all]);
}

/** Opens the output of `packFrame`; the blocks share its memory. */
export function openFrame<Head>(bytes: Buffer): { head: Head; blocks: Buffer[] } {
  const count = bytes.readUInt32LE(0);
  let end = 4 * (count + 1);
  const [head = bytes, ...blocks] = Array.from({ length: count }, (_, at) => {
    const start = end;
    end += bytes.readUInt32LE(4 * (at + 1));
    return bytes.subarray(start, end);
  });
  return { head: JSON.parse(head.toString()), blocks };
}
