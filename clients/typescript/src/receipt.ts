/** The payload of a receipt. */
export interface Receipt {
  iss: string;
  slug: string;
  version: string;
  content_digest: string;
  section?: string;
  section_digest?: string;
  price?: number;
  currency?: string;
  issuedAt: number;
  resourceUrl: string;
}

interface PublicKey extends JsonWebKey {
  kid?: string;
}

/**
 * Verifies a receipt (a JWS by RS256, RFC 7515) with the keys of its publication.
 * @throws Error when it is not a receipt, or no key signed it
 */
export async function verifyJws(receipt: string, keys: readonly PublicKey[]): Promise<Receipt> {
  const [header = '', payload = '', signature = ''] = receipt.split('.');
  const { alg, typ, kid }: { alg?: string; typ?: string; kid?: string } = readJson(header);
  if (alg !== 'RS256' || typ !== 'receipt+jws') throw new Error('This is not a receipt.');
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error('No published key signed this receipt.');
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' }, algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const isSigned = await crypto.subtle.verify(algorithm.name, key, decode(signature), signed);
  if (!isSigned) throw new Error('The receipt was changed.');
  return readJson(payload);
}

/** Whether a text is the one that a receipt names. URLs of files in a bought text have signatures that the digest leaves out. */
export async function isTextOf({ content_digest, section_digest }: Receipt, markdown: string): Promise<boolean> {
  const text = markdown.replace(/\?expires=\d+&signature=[0-9a-f]+/g, '');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `sha256:${hex}` === (section_digest ?? content_digest);
}

function readJson(part: string) {
  try {
    return JSON.parse(new TextDecoder().decode(decode(part)));
  } catch {
    throw new Error('This is not a receipt.');
  }
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
