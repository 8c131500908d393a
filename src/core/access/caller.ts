export type Scope = 'articles:read' | 'mcp:connect';

export const scopes: readonly Scope[] = ['articles:read', 'mcp:connect'];

/** Who is calling, as far as the request proved it. */
export type Caller =
  | { kind: 'anonymous' }
  /** A Bearer credential that does not verify, is expired or revoked. */
  | { kind: 'invalid' }
  /** A demo key or an OAuth access token. `id` is the key id or client id: safe to log, useless as a credential. */
  | { kind: 'subscriber'; id: string; plan: string; scopes: readonly Scope[] };

export const anonymous: Caller = { kind: 'anonymous' };
