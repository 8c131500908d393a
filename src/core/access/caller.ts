import { z } from 'zod';

/** The rights of a credential. */
export const Scope = z.enum(['articles:read', 'mcp:connect']);
export type Scope = z.infer<typeof Scope>;

/** All of them, in the order of the specification. */
export const scopes: readonly Scope[] = Scope.options;

/** Who is calling, as far as the request proved it. */
export type Caller =
  | { kind: 'anonymous'; scopes: readonly Scope[] }
  /** A Bearer credential that does not verify, is expired or revoked. */
  | { kind: 'invalid'; scopes: readonly Scope[] }
  | Subscriber;

/** The holder of a demo key or an OAuth access token. */
export interface Subscriber {
  kind: 'subscriber';
  /** Key id, or subject of the token: identifies the account; safe to log, useless as a credential. */
  id: string;
  plan: string;
  scopes: readonly Scope[];
  /** Epoch milliseconds. */
  issuedAt?: number;
  /** Epoch milliseconds; absent for a key, which ends only when it is revoked. */
  expiresAt?: number;
}

export const anonymous: Caller = { kind: 'anonymous', scopes: [] };
export const invalid: Caller = { kind: 'invalid', scopes: [] };
