import { type BinaryToTextEncoding, createHash, type Hash, hash } from 'node:crypto';

/** SHA-256 of what is whole; core, which knows no node, has its own in digests.ts. Lower-case hexadecimal unless asked otherwise. */
export function sha256(content: string | Uint8Array, encoding: BinaryToTextEncoding = 'hex'): string {
  return hash('sha256', content, encoding);
}

/** SHA-256 of what comes piece by piece. */
export function startSha256(): Hash {
  return createHash('sha256');
}

/** @returns `sha256:<hex>`, the one spelling of a digest in every JSON of this service. */
export function contentDigest(content: string | Uint8Array): string {
  return `sha256:${sha256(content)}`;
}
