import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../../core/access/keys.ts';

/** Signs demo keys with a key of their own, derived from the deployment's secret (HKDF, RFC 5869). */
export function createSigner(secret: string): Signer {
  const bytes = hkdfSync('sha256', secret, '', 'demo keys', 32);
  // A KeyObject, not the bytes: on Node 24 HMAC with a Buffer prepares its key anew each time, at six times the cost.
  const key = createSecretKey(new Uint8Array(bytes));
  return (message) => createHmac('sha256', key).update(message).digest('hex');
}

/** Compares in a time that does not tell where two texts of one length differ. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
