import type { Scope } from '../../core/access/caller.ts';

/** What OAuth needs of the subscriptions: a demo key is what anonymous registration gives and revocation takes. */
export interface DemoKeys {
  subscribe(): Promise<{ keyId: string; apiKey: string; scopes: readonly Scope[] }>;
  revoke(keyId: string): Promise<void>;
}
