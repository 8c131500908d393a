import { base64url } from 'jose';

/** SHA-256 of a text, base64url without padding: the S256 transformation of RFC 7636 section 4.6, and how secrets rest. */
export async function digest(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Compares two digests in a time that depends on their length only. */
export function isSameDigest(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}
