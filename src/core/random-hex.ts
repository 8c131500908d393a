import { bytesToHex } from '@noble/hashes/utils.js';

/** A name that nobody can guess: so many random bytes as lower-case hexadecimal. */
export function randomHex(randomBytes: (length: number) => Uint8Array, length: number): string {
  return bytesToHex(randomBytes(length));
}
