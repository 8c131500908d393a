import { randomFillSync } from 'node:crypto';

const pageBytes = 4_096;
let page = Buffer.alloc(0);
let used = 0;

/**
 * Bytes of the system's random source, each handed out once. They are drawn by the page: a page costs hardly more than the few
 * bytes of a nonce, and node does the same for its UUIDs.
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
