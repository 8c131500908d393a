export type Scope = 'articles:read' | 'mcp:connect';

export const scopes: readonly Scope[] = ['articles:read', 'mcp:connect'];

/** Who is calling, as far as the request proved it. */
export type Caller =
  | { kind: 'anonymous' }
  /** A Bearer credential that does not verify, is expired or revoked. */
  | { kind: 'invalid' }
  | Subscriber;

/** Who showed a demo key or an OAuth access token. */
export interface Subscriber {
  kind: 'subscriber';
  /** The key id or client id: safe to log, useless as a credential. */
  id: string;
  plan: string;
  scopes: readonly Scope[];
  /** Epoch milliseconds. */
  issuedAt?: number;
  /** Epoch milliseconds; absent for a key, which ends only when it is revoked. */
  expiresAt?: number;
}

export const anonymous: Caller = { kind: 'anonymous' };
