import { bytesToHex } from '@noble/hashes/utils.js';
import { base64url, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Urls } from '../../contract/urls.ts';
import { hourMs } from '../../library/durations.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { type Caller, invalid, Scope } from '../access/caller.ts';
import type { Log } from '../resources.ts';
import type { Grants, GrantTerms } from './grants.ts';
import { type SigningKeys, signingAlgorithm } from './signing-keys.ts';

const tokenLifeMs = hourMs;
/** A revocation made by another process is seen here after this long at most. */
const recheckMs = 10_000;
const cacheCapacity = 5000;
const tokenType = 'at+jwt';

const separated = z.string().transform((text) => text.split(' ').filter(Boolean));

/** RFC 9068 section 2.2, and two private claims: the plan, and the grant whose end ends the token. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  client_id: z.string(),
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  scope: separated.pipe(z.array(Scope)),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
  plan: z.string(),
  grant: z.string(),
});
export type Claims = z.infer<typeof Claims>;

export interface Tokens {
  /**
   * @param grantId ends this token when it is revoked; absent: the token is a grant of its own
   * @returns a JWT of RFC 9068 and its life in seconds
   */
  issue(terms: GrantTerms, grantId?: string): Promise<{ token: string; expiresIn: number }>;
  /** The claims of a token that is genuine, current and not revoked; undefined otherwise. */
  inspect(token: string): Promise<Claims | undefined>;
  /**
   * @param url absolute URL of the request, without its query: a token for another resource is invalid there (RFC
   *   9068 section 4)
   * @returns synchronously for a token that was seen within ten seconds
   */
  verify(token: string, url: string): Caller | Promise<Caller>;
}

/** A genuine token, and what was known of its grant when it was last looked up. */
interface Seen {
  claims: Claims;
  /** Epoch milliseconds. */
  checkedAt: number;
  isEnded: boolean;
}

/**
 * Access tokens. They verify offline. At most every ten seconds per token, the store is asked whether its grant was
 * revoked; while it cannot reply, its last reply counts.
 *
 * @param about.isClientRevoked returns whether the demo key that a token was issued for has been revoked
 */
export function createTokens(about: {
  urls: Urls;
  signingKeys: SigningKeys;
  grants: Grants;
  now: () => number;
  randomBytes(length: number): Uint8Array;
  isClientRevoked(clientId: string): boolean;
  log: Log;
}): Tokens {
  const { urls, signingKeys, grants, now, randomBytes, isClientRevoked, log } = about;
  const verified = new LRUCache<string, Seen>({ max: cacheCapacity });
  const apiMirrors = [urls.api('live'), urls.api('sandbox')];

  async function verifySignature(token: string): Promise<Claims | undefined> {
    const kid = readKeyId(token);
    const key = kid && isSpelledOnce(token) && (await signingKeys.findVerifier(kid));
    if (!key) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [signingAlgorithm],
        typ: tokenType,
        issuer: urls.base,
        currentDate: new Date(now()),
      });
      return Claims.safeParse(payload).data;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  const isEndedHere = (claims: Claims) => isClientRevoked(claims.client_id) || grants.wasRevokedHere(claims.grant);

  async function isRevoked(claims: Claims): Promise<boolean> {
    try {
      return await grants.isRevoked(claims.grant);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log.warn({ clientId: claims.client_id, error }, 'Revocation of a token could not be checked');
      return false;
    }
  }

  function findFresh(token: string): Seen | undefined {
    const known = verified.get(token);
    return known && now() - known.checkedAt < recheckMs ? known : undefined;
  }

  async function check(token: string): Promise<Seen | undefined> {
    const known = verified.get(token);
    const claims = known?.claims ?? (await verifySignature(token));
    if (!claims) return undefined;
    const seen = { claims, checkedAt: now(), isEnded: known?.isEnded || (await isRevoked(claims)) };
    verified.set(token, seen);
    return seen;
  }

  const isLive = ({ claims, isEnded }: Seen) => !isEnded && claims.exp * 1000 > now() && !isEndedHere(claims);

  async function inspect(token: string): Promise<Claims | undefined> {
    const seen = findFresh(token) ?? (await check(token));
    return seen && isLive(seen) ? seen.claims : undefined;
  }

  function toCaller(seen: Seen | undefined, url: string): Caller {
    if (!seen || !isLive(seen) || !isMeantFor(url, seen.claims.aud)) return invalid;
    // Many people may use one client: account, purchases and limits belong to the subject. A client that speaks for
    // itself is its own.
    const { sub: id, plan, scope: scopes, iat, exp } = seen.claims;
    return { kind: 'subscriber', id, plan, scopes, issuedAt: iat * 1000, expiresAt: exp * 1000 };
  }

  const isWithin = (url: string, resource: string) =>
    url === resource || url.startsWith(`${resource}/`) || resource === urls.base;

  function isMeantFor(url: string, audience: readonly string[]): boolean {
    return audience.some(
      (resource) =>
        isWithin(url, resource) ||
        (apiMirrors.includes(resource) && apiMirrors.some((mirror) => isWithin(url, mirror))),
    );
  }

  return {
    async issue({ clientId, subject, plan, scopes, resources }, grantId) {
      const { kid, privateKey } = await signingKeys.readSigner();
      const tokenId = bytesToHex(randomBytes(16));
      const issuedAt = Math.floor(now() / 1000);
      const expiresIn = tokenLifeMs / 1000;
      const [first, ...others] = resources;
      const token = await new SignJWT({
        client_id: clientId,
        scope: scopes.join(' '),
        plan,
        grant: grantId ?? tokenId,
      })
        .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
        .setIssuer(urls.base)
        .setSubject(subject)
        .setAudience(first !== undefined && others.length === 0 ? first : [...resources])
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresIn)
        .setJti(tokenId)
        .sign(privateKey);
      return { token, expiresIn };
    },
    inspect,
    verify(token, url) {
      const fresh = findFresh(token);
      return fresh ? toCaller(fresh, url) : check(token).then((seen) => toCaller(seen, url));
    },
  };
}

/**
 * The last character of a signature has bits that say nothing, and decoders are lenient: only the one spelling that
 * encodes its bytes is taken, so that a token that is written otherwise is another text and no token.
 */
function isSpelledOnce(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  try {
    return base64url.encode(base64url.decode(signature)) === signature;
  } catch {
    // jose throws for text that is not base64url.
    return false;
  }
}

/** Undefined for anything that is not a JWS with a key id. */
function readKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
