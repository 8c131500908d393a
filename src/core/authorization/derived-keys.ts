import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Keys for one purpose each, all from the deployment secret, so that none of them rests anywhere. */

/**
 * 32 bytes by HKDF-SHA-256 (RFC 5869) with the purpose as its info.
 *
 * @param purpose tells these bytes from all others of the same secret
 */
export function deriveBytes(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(purpose), 32));
}

/** A key for AES-256-GCM. */
export function deriveSealingKey(secret: string, purpose: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', deriveBytes(secret, purpose), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** A key for HMAC-SHA-256. */
export function deriveMacKey(secret: string, purpose: string): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return crypto.subtle.importKey('raw', deriveBytes(secret, purpose), hmac, false, ['sign', 'verify']);
}
