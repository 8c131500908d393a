import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url } from 'jose';

/** SHA-256 of a text, base64url without padding: the S256 transformation of RFC 7636 section 4.6, and how secrets rest. */
export function base64urlDigest(text: string): string {
  return base64url.encode(sha256(utf8ToBytes(text)));
}

/** SHA-256 of a text as lower-case hexadecimal. */
export function hexDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Compares two texts, proofs and digests above all, in a time that depends on their length only. */
export function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
