import { LRUCache } from 'lru-cache';
import { isSameText } from '../digests.ts';
import { type Scope, scopes } from './caller.ts';

/** HMAC-SHA-256 of a text under one secret, as lower-case hex. */
export type Signer = (message: string) => string;

export interface KeyClaims {
  /** Safe to log, useless as a credential. */
  id: string;
  plan: 'demo';
  scopes: readonly Scope[];
  /** Epoch milliseconds, in whole seconds. */
  issuedAt: number;
}

export interface Keyring {
  /** Names the secret that new keys are signed with. */
  kid: string;
  /**
   * The same grant gives the same key, so a key need not be stored to be told again.
   * @param grant.id 20 hex digits
   * @param grant.issuedAt epoch milliseconds
   * @param grant.kid of the secret to sign with; the current one when it is absent or no longer here
   */
  mint(grant: { id: string; scopes: readonly Scope[]; issuedAt: number; kid?: string }): string;
  /** Has a text the form in which keys here begin? It need not be one. */
  isOurs(text: string): boolean;
  /** What a key proves; undefined when it is no key of ours, was changed in any digit, or was revoked. */
  verify(key: string): KeyClaims | undefined;
  /** The same of a key that may be revoked: for who ends it, perhaps once more. */
  read(key: string): KeyClaims | undefined;
}

/** Verified keys that are remembered. */
const cacheCapacity = 10_000;

const bitOfScope = { 'articles:read': 1, 'mcp:connect': 2 } as const satisfies Record<Scope, number>;

/**
 * Keys that carry their own proof, `<prefix>_demo_` and 64 hex digits:
 * secret id (1 byte), random id (10), scopes (1), issued at in unix seconds (4), HMAC-SHA-256 (16 of its 32 bytes)
 * over all before it and the environment. They verify without asking anything, also while the store is away.
 *
 * @param options.environment a key of one environment is none in another
 * @param options.secrets `previous` is still believed, so that a secret can be replaced without a cut
 * @param options.isRevoked asked at every verification, cached or not
 */
export function createKeyring(options: {
  prefix: string;
  environment: string;
  secrets: { current: Signer; previous?: Signer | undefined };
  isRevoked: (id: string) => boolean;
}): Keyring {
  const { environment, secrets, isRevoked } = options;
  const opening = `${options.prefix}_demo_`;
  const current = { kid: nameSecret(secrets.current), sign: secrets.current };
  const signers = [current];
  if (secrets.previous) signers.push({ kid: nameSecret(secrets.previous), sign: secrets.previous });
  const verified = new LRUCache<string, KeyClaims>({ max: cacheCapacity });

  const isOurs = (text: string) => text.startsWith(opening);
  const prove = (sign: Signer, head: string) => sign(`${environment}\n${opening}${head}`).slice(0, 32);

  function check(key: string): KeyClaims | undefined {
    if (!isOurs(key)) return undefined;
    const digits = key.slice(opening.length);
    if (!/^[0-9a-f]{64}$/.test(digits)) return undefined;
    const head = digits.slice(0, 32);
    const proof = digits.slice(32);
    const isProven = signers.some(({ kid, sign }) => head.startsWith(kid) && isSameText(prove(sign, head), proof));
    return isProven ? readHead(head) : undefined;
  }

  return {
    kid: current.kid,
    isOurs,
    read: check,
    mint({ id, scopes, issuedAt, kid }) {
      const signer = signers.find((candidate) => candidate.kid === kid) ?? current;
      const head = `${signer.kid}${id}${writeScopes(scopes)}${toDigits(Math.floor(issuedAt / 1_000), 4)}`;
      return `${opening}${head}${prove(signer.sign, head)}`;
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
