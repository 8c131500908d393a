import { bytesToHex } from '@noble/hashes/utils.js';
import { base64url } from 'jose';
import { z } from 'zod';
import { isSameText, sha256 } from '../../library/digest.ts';
import { dayMs, minuteMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { GrantTerms } from './grants.ts';

/** RFC 6749 section 4.1.2 allows ten minutes at most; a redirect needs seconds. */
const codeLifeMs = minuteMs;
/** How long a used code is remembered, so that a replay can be told from an unknown code. */
const usedMs = dayMs;

const Code = z.object({
  grantId: z.string(),
  terms: GrantTerms,
  redirectUri: z.string(),
  /**
   * Did the authorization request name the redirect URI? Then the token request has to as well (RFC 6749 section
   * 4.1.3).
   */
  isRedirectNamed: z.boolean(),
  /** PKCE S256. */
  challenge: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.int(),
  isUsed: z.boolean(),
});

type Code = z.infer<typeof Code>;

const codes = record({ prefix: 'oauth-code', schema: Code, ttlMs: usedMs });

export type Redemption =
  | { kind: 'redeemed'; grantId: string; terms: GrantTerms }
  /** Not issued, expired, or issued to another client, redirect URI or challenge. */
  | { kind: 'refused' }
  /** Right but for the resources, which the code does not cover; it stays good. */
  | { kind: 'wrong-resource' }
  /** Used before: whatever was issued for it has to go (RFC 6749 section 4.1.2). */
  | { kind: 'replayed'; grantId: string };

interface RedeemRequest {
  code: string;
  clientId: string;
  /** Redirect URI of the token request. */
  redirectUri: string | undefined;
  verifier: string;
  /** Resources the token request asks for; absent: those of the code. */
  resources: readonly string[] | undefined;
}

export interface AuthorizationCodes {
  issue(about: {
    terms: GrantTerms;
    redirectUri: string;
    isRedirectNamed: boolean;
    challenge: string;
  }): Promise<string>;
  /** The result that `redeem` would have now. The code stays good. */
  check(request: RedeemRequest): Promise<Redemption>;
  /** Redeems a code once. It is the last write before the response: an interruption before it leaves the code good. */
  redeem(request: RedeemRequest): Promise<Redemption>;
}

/** Codes rest as digests: the store gives none away. */
export function createAuthorizationCodes(about: {
  store: Store;
  now: () => number;
  randomBytes(length: number): Uint8Array;
}): AuthorizationCodes {
  const { store, now, randomBytes } = about;
  const digestOf = ({ code }: { code: string }) => sha256(code, 'base64url');

  function judge(seen: Code | undefined, request: RedeemRequest): Redemption {
    const { clientId, redirectUri, verifier, resources = [] } = request;
    if (!seen || seen.terms.clientId !== clientId) return { kind: 'refused' };
    const { grantId, terms } = seen;
    if (seen.isUsed) return { kind: 'replayed', grantId };
    const isRedirectRight = redirectUri === seen.redirectUri || (!redirectUri && !seen.isRedirectNamed);
    const isProven = isSameText(sha256(verifier, 'base64url'), seen.challenge);
    if (!isRedirectRight || !isProven || seen.expiresAt <= now()) return { kind: 'refused' };
    const isCovered = resources.every((resource) => terms.resources.includes(resource));
    return isCovered ? { kind: 'redeemed', grantId, terms } : { kind: 'wrong-resource' };
  }

  return {
    async issue(details) {
      const code = base64url.encode(randomBytes(32));
      const value = { ...details, grantId: bytesToHex(randomBytes(16)), expiresAt: now() + codeLifeMs, isUsed: false };
      await codes.update(store, digestOf({ code }), () => ({
        op: 'put',
        value,
        ttlMs: codeLifeMs,
        result: undefined,
      }));
      return code;
    },
    async check(request) {
      return judge(await codes.find(store, digestOf(request)), request);
    },
    redeem: (request) =>
      codes.update<Redemption>(store, digestOf(request), (seen) => {
        const result = judge(seen, request);
        return seen && result.kind === 'redeemed'
          ? { op: 'put', value: { ...seen, isUsed: true }, result }
          : { op: 'keep', result };
      }),
  };
}
