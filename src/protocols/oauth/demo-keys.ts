import type { Scope } from '../../core/access/caller.ts';

/** The part of subscriptions that OAuth uses: anonymous registration issues a demo key, revocation revokes it. */
export interface DemoKeys {
  subscribe(): Promise<{ keyId: string; apiKey: string; scopes: readonly Scope[] }>;
  revoke(keyId: string): Promise<void>;
}
