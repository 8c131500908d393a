/** Keys for one purpose each, all from the deployment secret, so that none of them rests anywhere. */

const utf8 = (text: string) => new TextEncoder().encode(text);

/** HKDF-SHA-256 (RFC 5869) with the purpose as its info. */
async function derive(about: {
  secret: string;
  purpose: string;
  algorithm: AesKeyGenParams | HmacKeyGenParams;
  usages: KeyUsage[];
}): Promise<CryptoKey> {
  const { secret, purpose, algorithm, usages } = about;
  const base = await crypto.subtle.importKey('raw', utf8(secret), 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(purpose) };
  return crypto.subtle.deriveKey(hkdf, base, algorithm, false, usages);
}

/**
 * A key for AES-256-GCM.
 *
 * @param purpose tells this key from every other one of the same secret
 */
export function deriveSealingKey(secret: string, purpose: string): Promise<CryptoKey> {
  return derive({ secret, purpose, algorithm: { name: 'AES-GCM', length: 256 }, usages: ['encrypt', 'decrypt'] });
}

/** A key for HMAC-SHA-256. */
export function deriveMacKey(secret: string, purpose: string): Promise<CryptoKey> {
  return derive({
    secret,
    purpose,
    algorithm: { name: 'HMAC', hash: 'SHA-256', length: 256 },
    usages: ['sign', 'verify'],
  });
}
