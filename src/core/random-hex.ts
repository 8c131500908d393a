import { bytesToHex } from '@noble/hashes/utils.js';

/** An unguessable name: random bytes as lower-case hexadecimal. @param bytes how many */
export function randomHex(randomBytes: (length: number) => Uint8Array, length: number): string {
  return bytesToHex(randomBytes(length));
}
