import type { Subscriber } from '../access/caller.ts';
import { listAccountPurchases, nameBought } from '../payment/purchases.ts';
import type { Services } from '../services.ts';
import { subscriptions } from '../subscriptions/subscriptions.ts';

/** What is known of the holder of a credential; never the credential. Times in epoch milliseconds. */
export interface Account {
  id: string;
  /** As the subscriber named it. */
  plan: string;
  scopes: Subscriber['scopes'];
  /** Undefined when it was not recorded. */
  createdAt: number | undefined;
  /** Undefined for a key, which ends only when it is revoked. */
  expiresAt: number | undefined;
  /** Articles that were paid for while this credential was shown, the newest last. */
  bought: readonly { slug: string; paidAt: number }[];
}

/**
 * The account behind a demo key, or of the subject of a token: a person who consented, a client that speaks for itself,
 * or a demo key.
 * @throws StoreUnavailable when it cannot be looked up
 */
export async function readAccount(
  services: Pick<Services, 'store' | 'catalogue' | 'paidContent' | 'versions' | 'now'>,
  caller: Subscriber,
): Promise<Account> {
  const { store } = services;
  const { id, scopes, issuedAt, expiresAt } = caller;
  const subscription = await subscriptions.find(store, id);
  const bought = await listAccountPurchases(services, id);
  return {
    id,
    plan: subscription?.plan ?? caller.plan,
    scopes,
    createdAt: subscription?.created ?? issuedAt,
    expiresAt,
    bought: nameBought(services, bought),
  };
}
