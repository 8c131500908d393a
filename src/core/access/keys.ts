import { LRUCache } from 'lru-cache';
import { createHmacSigner, isSameText } from '../../library/digest.ts';
import { deriveBytes } from '../authorization/derived-keys.ts';
import { type Scope, scopes } from './caller.ts';

/** HMAC-SHA-256 of a text under one secret, as lower-case hex. */
export type Signer = (message: string) => string;

/** Signs demo keys with a key of their own, derived from the deployment's secret. */
export function createSigner(secret: string): Signer {
  return createHmacSigner(deriveBytes(secret, 'demo keys'));
}

export interface KeyClaims {
  /** Safe to log, useless as a credential. */
  id: string;
  plan: 'demo';
  scopes: readonly Scope[];
  /** Epoch milliseconds, in whole seconds. */
  issuedAt: number;
}

export interface KeyGrant {
  /** 20 hex digits. */
  id: string;
  scopes: readonly Scope[];
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Prefix of the key; the current prefix if absent. */
  prefix?: string | undefined;
  /** ID of the secret to sign with; the current one if absent or no longer known. */
  kid?: string | undefined;
}

export interface Keyring {
  prefix: string;
  /** Names the secret that new keys are signed with. */
  kid: string;
  /** The same grant gives the same key, so a key need not be stored to be told again. */
  mint(grant: KeyGrant): string;
  /** Has a text the form in which keys begin, under this prefix or a former one? It need not be one. */
  hasKeyPrefix(text: string): boolean;
  /** The claims of a valid key; undefined when it is not one of ours, was changed in any digit, or was revoked. */
  verify(key: string): KeyClaims | undefined;
  /** The same for a key that may already be revoked: for revoking it, perhaps again. */
  read(key: string): KeyClaims | undefined;
  /** A proof, 32 hex digits, that a text was written here. It has a line break, so that no key can be made of it. */
  sign(text: `${string}\n${string}`): string;
  /** Is this such a proof, under the current secret or the former one? */
  isSigned(text: `${string}\n${string}`, proof: string): boolean;
}

/** Verified keys that are remembered. */
const cacheCapacity = 10_000;

/** As KEY_PREFIX is checked. */
const keyStart = /^[a-z][a-z0-9]{1,15}_demo_/;
const wholeKey = /^[a-z][a-z0-9]{1,15}_demo_[0-9a-f]{64}$/;

const bitOfScope = { 'articles:read': 1, 'mcp:connect': 2 } as const satisfies Record<Scope, number>;

/**
 * Keys that carry their own proof: `<prefix>_demo_` and 64 hex digits. Secret ID (1 byte), random ID (10), scopes (1),
 * issued at in unix seconds (4), HMAC-SHA-256 (16 of its 32 bytes) over everything before it and the environment. They
 * verify without I/O, also while the store is away. The proof covers the prefix that the key was issued with, so a key
 * stays valid when a publication gets another name.
 *
 * @param options.environment a key of one environment is invalid in another
 * @param options.secrets `previous` is still accepted, so that a secret can be replaced without an interruption
 * @param options.isRevoked consulted at every verification, cached or not
 */
export function createKeyring(options: {
  prefix: string;
  environment: string;
  secrets: { current: Signer; previous?: Signer | undefined };
  isRevoked: (id: string) => boolean;
}): Keyring {
  const { environment, prefix, secrets, isRevoked } = options;
  const current = { kid: nameSecret(secrets.current), sign: secrets.current };
  const signers = [current];
  if (secrets.previous) signers.push({ kid: nameSecret(secrets.previous), sign: secrets.previous });
  const verified = new LRUCache<string, KeyClaims>({ max: cacheCapacity });

  const prove = (sign: Signer, text: string) => sign(`${environment}\n${text}`).slice(0, 32);

  function check(key: string): KeyClaims | undefined {
    if (!wholeKey.test(key)) return undefined;
    const text = key.slice(0, -32);
    const head = text.slice(-32);
    const proof = key.slice(-32);
    const isProven = signers.some(({ kid, sign }) => head.startsWith(kid) && isSameText(prove(sign, text), proof));
    return isProven ? readHead(head) : undefined;
  }

  return {
    prefix,
    kid: current.kid,
    hasKeyPrefix: (text) => keyStart.test(text),
    read: check,
    sign: (text) => prove(current.sign, text),
    isSigned: (text, proof) => signers.some(({ sign }) => isSameText(prove(sign, text), proof)),
    mint({ id, scopes, issuedAt, kid, prefix: begins = prefix }) {
      const signer = signers.find((candidate) => candidate.kid === kid) ?? current;
      const head = `${signer.kid}${id}${writeScopes(scopes)}${toDigits(Math.floor(issuedAt / 1_000), 4)}`;
      const text = `${begins}_demo_${head}`;
      return `${text}${prove(signer.sign, text)}`;
    },
    verify(key) {
      // Only keys that verified are in here, and a lookup goes by the hash of the whole key: it tells no part of one.
      const known = verified.get(key);
      const claims = known ?? check(key);
      if (!claims || isRevoked(claims.id)) return undefined;
      if (!known) verified.set(key, claims);
      return claims;
    },
  };
}

/** One byte that tells two secrets apart without saying anything about them. */
function nameSecret(sign: Signer): string {
  return sign('name of this secret').slice(0, 2);
}

/** @param head the 32 digits before the proof, already proven */
function readHead(head: string): KeyClaims {
  return {
    id: head.slice(2, 22),
    plan: 'demo',
    scopes: readScopes(Number.parseInt(head.slice(22, 24), 16)),
    issuedAt: Number.parseInt(head.slice(24), 16) * 1_000,
  };
}

function readScopes(bits: number): readonly Scope[] {
  return scopes.filter((scope) => bits & bitOfScope[scope]);
}

function writeScopes(scopes: readonly Scope[]): string {
  return toDigits(
    scopes.reduce((bits, scope) => bits | bitOfScope[scope], 0),
    1,
  );
}

function toDigits(value: number, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0');
}
