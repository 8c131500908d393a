import { bytesToHex } from '@noble/hashes/utils.js';
import { exportJWK, exportPKCS8, type GenerateKeyPairResult, generateKeyPair, importPKCS8 } from 'jose';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import type { KeyCipher } from './signing-keys-seal.ts';

/** RFC 9068 section 2.1 names RS256 as the algorithm that every party supports. */
export const signingAlgorithm = 'RS256';
const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const rotateAfterMs = 30 * dayMs;
/** A new key is published this long before it signs, so that no verifier meets it unprepared. */
const announceMs = 10 * minuteMs;
/**
 * How long tokens of a key verify after its successor began to sign: longer than any access token lives. Its public
 * half stays published.
 */
const keepMs = 2 * hourMs;
const refreshMs = minuteMs;
/** Tokens that name unknown keys make at most one read of the store in this time. */
const unknownKidMs = 1000;

const PublicJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() });
const StoredKey = z.object({
  kid: z.string(),
  /** Epoch milliseconds from which it may sign. */
  activeAt: z.int(),
  publicJwk: PublicJwk,
  /** The PKCS #8 private key, sealed under the deployment secret; empty when the key is retired. */
  sealed: z.string(),
});
type StoredKey = z.infer<typeof StoredKey>;

const keyRing = record({
  prefix: 'oauth-signing-keys',
  schema: z.object({ keys: z.array(StoredKey) }),
  ttlMs: 400 * dayMs,
});
const keyRingId = 'ring';

interface LoadedKey {
  kid: string;
  activeAt: number;
  publicJwk: z.infer<typeof PublicJwk>;
  publicKey: CryptoKey;
  /** Undefined when it was sealed under a secret that is gone: it verifies, but signs no more. */
  privateKey: CryptoKey | undefined;
}

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

export interface SigningKeys {
  /** The key to sign with now; makes the first one and rotates old ones. */
  readSigner(): Promise<SigningKey>;
  /**
   * Receipts can always be verified, tokens only until their key is retired. So a stolen key that is retired signs no
   * valid token.
   * @returns undefined when no key with this ID has signed, or only too long ago
   */
  findVerifier(kid: string, purpose?: 'tokens' | 'receipts'): Promise<CryptoKey | undefined>;
  /** Public JWKs (RFC 7517), the newest last. */
  list(): Promise<(z.infer<typeof PublicJwk> & { kid: string })[]>;
}

/** Takes a tenth of a second or more, on another thread. */
export function makeSigningPair(): Promise<GenerateKeyPairResult> {
  return generateKeyPair(signingAlgorithm, { extractable: true });
}

/** Keys of access tokens: made once, shared through the store by all processes, rotated every 30 days. */
export function createSigningKeys(about: {
  store: Store;
  seal: KeyCipher;
  now: () => number;
  randomBytes(length: number): Uint8Array;
  makePair?: typeof makeSigningPair | undefined;
}): SigningKeys {
  const { store, seal, now, randomBytes, makePair = makeSigningPair } = about;
  let ring: { keys: readonly LoadedKey[]; loadedAt: number } | undefined;
  let reading: Promise<readonly LoadedKey[]> | undefined;

  async function importKey(stored: StoredKey): Promise<LoadedKey> {
    const { kid, activeAt, publicJwk, sealed } = stored;
    const publicKey = await crypto.subtle.importKey('jwk', publicJwk, rs256, true, ['verify']);
    const pem = sealed === '' ? undefined : await seal.open(sealed, kid);
    const privateKey = pem === undefined ? undefined : await importPKCS8(pem, signingAlgorithm);
    return { kid, activeAt, publicJwk, publicKey, privateKey };
  }

  async function load(stored: readonly StoredKey[]): Promise<readonly LoadedKey[]> {
    const keys = await Promise.all(stored.map(importKey));
    ring = { keys, loadedAt: now() };
    return keys;
  }

  async function refresh(maxAgeMs: number): Promise<readonly LoadedKey[]> {
    if (ring && now() - ring.loadedAt < maxAgeMs) return ring.keys;
    return load((await keyRing.find(store, keyRingId))?.keys ?? []);
  }

  const findSigner = (keys: readonly LoadedKey[]) =>
    keys.findLast((key) => key.activeAt <= now() && key.privateKey !== undefined);

  const isDue = (keys: readonly { activeAt: number }[]) => (keys.at(-1)?.activeAt ?? 0) + rotateAfterMs <= now();

  async function rotate(known: readonly LoadedKey[]): Promise<readonly LoadedKey[]> {
    const at = now();
    const isUrgent = !findSigner(known);
    const candidate = await makeKey(isUrgent ? at : at + announceMs);
    const stored = await keyRing.update(store, keyRingId, (seen) => {
      const keys = seen?.keys ?? [];
      const isNews = keys.some((key) => !known.some(({ kid }) => kid === key.kid));
      // Another process was faster: its key is as good as ours.
      if (isNews) return { op: 'keep', result: keys };
      const present = keys.map((key, index) => (isRetired(keys, index) ? { ...key, sealed: '' } : key));
      const next = [...present, candidate].sort((a, b) => a.activeAt - b.activeAt);
      return { op: 'put', value: { keys: next }, result: next };
    });
    return load(stored);
  }

  /** Its successor has signed long enough that no token of this key is still valid. */
  function isRetired(keys: readonly { activeAt: number }[], index: number): boolean {
    return keys.slice(index + 1).some((later) => later.activeAt + keepMs <= now());
  }

  async function makeKey(activeAt: number): Promise<StoredKey> {
    const { privateKey, publicKey } = await makePair();
    const kid = bytesToHex(randomBytes(8));
    const publicJwk = PublicJwk.parse(await exportJWK(publicKey));
    return { kid, activeAt, publicJwk, sealed: await seal.close(await exportPKCS8(privateKey), kid) };
  }

  /** One reading at a time: making a key takes a while, and one is enough. */
  function readKeys(): Promise<readonly LoadedKey[]> {
    reading ??= readOrRotate().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readOrRotate(): Promise<readonly LoadedKey[]> {
    const keys = await refresh(refreshMs);
    if (findSigner(keys) && !isDue(keys)) return keys;
    const rotated = await rotate(keys);
    if (findSigner(rotated)) return rotated;
    // The faster process sealed its key with a secret unknown here.
    return rotate(rotated);
  }

  return {
    async readSigner() {
      const signer = findSigner(await readKeys());
      if (!signer?.privateKey)
        throw new Error('No signing key can be opened; is KEY_SECRET the same in every process?');
      return { kid: signer.kid, privateKey: signer.privateKey };
    },
    async findVerifier(kid, purpose = 'tokens') {
      const findKnown = () =>
        ring?.keys.find((key, index, keys) => key.kid === kid && (purpose === 'receipts' || !isRetired(keys, index)))
          ?.publicKey;
      const known = findKnown();
      if (known) return known;
      try {
        await refresh(unknownKidMs);
      } catch (error) {
        // An unknown key ID is not an error while keys are known: tokens of those keys verify without the store.
        if (!(error instanceof StoreUnavailable) || !ring) throw error;
      }
      return findKnown();
    },
    async list() {
      return (await readKeys()).map(({ kid, publicJwk }) => ({ kid, ...publicJwk }));
    },
  };
}
