import { type BinaryToTextEncoding, createHash, createHmac, createSecretKey, type Hash, hash } from 'node:crypto';

/** SHA-256 of a complete text (as UTF-8) or of bytes. Lower-case hexadecimal unless another encoding is given. */
export function sha256(content: string | Uint8Array, encoding: BinaryToTextEncoding = 'hex'): string {
  return hash('sha256', content, encoding);
}

/** SHA-256 of content that arrives in pieces. */
export function startSha256(): Hash {
  return createHash('sha256');
}

/** @returns `sha256:<hex>`, the spelling of a digest in every JSON of this service. */
export function contentDigest(content: string | Uint8Array): string {
  return `sha256:${sha256(content)}`;
}

/** HMAC-SHA-256 under one key, as lower-case hexadecimal. */
export function createHmacSigner(key: Uint8Array): (message: string) => string {
  // A KeyObject, not the bytes: with a Buffer, Node 24 prepares the HMAC key on every call, at six times the cost.
  const secret = createSecretKey(key);
  return (message) => createHmac('sha256', secret).update(message).digest('hex');
}

/** Compares two texts, proofs and digests above all, in a time that depends on their length only. */
export function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

/** Title and description as marks: they tell an article from another one that takes its slug. */
export function markHeading({ title, description }: { title: string; description: string }): string[] {
  return [title, description].map((text) => sha256(text).slice(0, 16));
}

/** SHA-256 in hex of lines. As one text, those of a large library would be a hundred megabytes. */
export function digestLines(lines: Iterable<string>): string {
  const hash = startSha256();
  for (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}
