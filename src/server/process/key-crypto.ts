import { createHmac, createSecretKey } from 'node:crypto';
import type { Signer } from '../../core/access/keys.ts';
import { deriveBytes } from '../../core/authorization/derived-keys.ts';

/** Signs demo keys with a key of their own, derived from the deployment's secret. */
export function createSigner(secret: string): Signer {
  // A KeyObject, not the bytes: with a Buffer, Node 24 prepares the HMAC key on every call, at six times the cost.
  const key = createSecretKey(deriveBytes(secret, 'demo keys'));
  return (message) => createHmac('sha256', key).update(message).digest('hex');
}
