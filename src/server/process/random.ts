import { randomFillSync } from 'node:crypto';

const pageBytes = 4_096;
let page = Buffer.alloc(0);
let used = 0;

/**
 * Bytes of the system's random source, each used once. They are drawn a page at a time: a page costs little more than
 * the few bytes of a nonce, and Node.js does the same for its UUIDs.
 */
export function drawBytes(length: number): Uint8Array<ArrayBuffer> {
  if (length > pageBytes) return randomFillSync(new Uint8Array(length));
  if (used + length > page.length) {
    page = randomFillSync(Buffer.alloc(pageBytes));
    used = 0;
  }
  const drawn = new Uint8Array(page.subarray(used, used + length));
  // Nobody finds them here afterwards.
  page.fill(0, used, used + length);
  used += length;
  return drawn;
}
