import { base64url } from 'jose';
import { deriveMacKey } from './derived-keys.ts';

const purpose = 'quire refresh tokens, version 1';
const form = /^([0-9a-f]{32})\.([1-9]\d{0,8})\.([\w-]{43})$/;

/**
 * Refresh tokens that carry their own proof: grant id, generation and an HMAC over both. None of them rests in the
 * store.
 */
export interface RefreshTokens {
  mint(grantId: string, generation: number): Promise<string>;
  /** Undefined for anything that was not minted here. Says nothing about the grant: ask `Grants`. */
  read(token: string): Promise<{ grantId: string; generation: number } | undefined>;
}

/** @param secrets the deployment secret, then the one before it, whose tokens still verify */
export async function createRefreshTokens(secrets: readonly [string, ...string[]]): Promise<RefreshTokens> {
  const [current, ...previous] = secrets;
  const macKey = await deriveMacKey(current, purpose);
  const keys = [macKey, ...(await Promise.all(previous.map((secret) => deriveMacKey(secret, purpose))))];
  const signed = (grantId: string, generation: number) => new TextEncoder().encode(`${grantId}.${generation}`);

  return {
    async mint(grantId, generation) {
      const mac = await crypto.subtle.sign('HMAC', macKey, signed(grantId, generation));
      return `${grantId}.${generation}.${base64url.encode(new Uint8Array(mac))}`;
    },
    async read(token) {
      const [, grantId, count, mac] = form.exec(token) ?? [];
      if (!grantId || !count || !mac) return undefined;
      const generation = Number(count);
      const proof = Uint8Array.from(base64url.decode(mac));
      // The last character has bits that say nothing: one spelling of a token is one too many to revoke.
      if (base64url.encode(proof) !== mac) return undefined;
      const verified = await Promise.all(
        keys.map((key) => crypto.subtle.verify('HMAC', key, proof, signed(grantId, generation))),
      );
      return verified.includes(true) ? { grantId, generation } : undefined;
    },
  };
}
