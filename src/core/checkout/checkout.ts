import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { dayMs, minuteMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { subscribe, subscriptions } from '../subscriptions/subscriptions.ts';
import { CheckoutLine, readCurrency } from './items.ts';

/** From its start a session can be seen and completed this long. */
const sessionTtlMs = dayMs;
/** So long a buyer without an Idempotency-Key who lost the response to `complete` gets it again by sending it again. */
const repeatMs = 10 * minuteMs;

/** Stores nothing about a person: a demo needs no buyer. */
export const CheckoutSession = z.object({
  id: z.string(),
  status: z.enum(['ready_for_payment', 'completed', 'canceled']),
  lines: z.array(CheckoutLine).min(1),
  /** ISO 4217. */
  currency: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  updatedAt: z.int(),
  expiresAt: z.int(),
  /**
   * ID of the request that completed or canceled it, if that had an Idempotency-Key: its repeat finds its work done.
   */
  closedBy: z.string().optional(),
  /** The order of a completed session and the subscription whose key it issues. The key itself is never stored. */
  order: z
    .object({
      id: z.string(),
      subscriptionId: z.string(),
      /** ID of the secret that signs the key, and its prefix: a repeat gives the same key after either was replaced. */
      kid: z.string().optional(),
      prefix: z.string().optional(),
    })
    .optional(),
});
export type CheckoutSession = z.infer<typeof CheckoutSession>;

const sessions = record({ prefix: 'checkout', schema: CheckoutSession, ttlMs: sessionTtlMs });

type Needs = Pick<Services, 'store' | 'now' | 'randomBytes' | 'library' | 'keyring' | 'ledger'>;

/** Starts a session. Its id cannot be guessed and is all that is needed to see and complete it. */
export async function openCheckout(
  { store, now, randomBytes, library }: Needs,
  lines: CheckoutLine[],
): Promise<CheckoutSession> {
  const at = now();
  const session: CheckoutSession = {
    lines,
    currency: readCurrency(lines, library.tiers),
    id: `cs_${bytesToHex(randomBytes(16))}`,
    status: 'ready_for_payment',
    createdAt: at,
    updatedAt: at,
    expiresAt: at + sessionTtlMs,
  };
  await sessions.update(store, session.id, () => ({ op: 'put', value: session, result: undefined }));
  return session;
}

/** Throws ServiceError `not_found` for an unknown session. */
export async function readCheckout({ store }: Needs, id: string): Promise<CheckoutSession> {
  const session = await sessions.find(store, id);
  if (!session) throw noSession();
  return session;
}

function noSession(): ServiceError {
  return new ServiceError('not_found', 'There is no such checkout session, or it has expired.');
}

type Step = { kind: 'done'; session: CheckoutSession } | { kind: 'missing' } | { kind: 'closed' };

/**
 * Changes an open session as one step. A request that closed it and was interrupted gets what it made when it is
 * repeated. Throws ServiceError `not_found`, or `checkout_closed` when it is open no more.
 */
async function changeOpenCheckout({ store, now }: Needs, id: string, changes: Partial<CheckoutSession>) {
  const step = await sessions.update<Step>(store, id, (seen) => {
    if (!seen) return { op: 'keep', result: { kind: 'missing' } };
    if (isClosedBy(seen, changes.closedBy)) return { op: 'keep', result: { kind: 'done', session: seen } };
    if (seen.status !== 'ready_for_payment') return { op: 'keep', result: { kind: 'closed' } };
    const session = { ...seen, ...changes, updatedAt: now() };
    return { op: 'put', value: session, ttlMs: session.expiresAt - now(), result: { kind: 'done', session } };
  });
  switch (step.kind) {
    case 'done':
      return step.session;
    case 'missing':
      throw noSession();
    case 'closed':
      throw new ServiceError('checkout_closed');
  }
}

const isClosedBy = ({ closedBy }: CheckoutSession, requestId: string | undefined) =>
  requestId !== undefined && closedBy === requestId;

function isKeylessRepeat(
  { status, closedBy, updatedAt }: CheckoutSession,
  requestId: string | undefined,
  now: number,
): boolean {
  const isKeyless = closedBy === undefined && requestId === undefined;
  return status === 'completed' && isKeyless && now < updatedAt + repeatMs;
}

/** Throws as `changeOpenCheckout` does. @param lines the new ones; undefined leaves them alone */
export async function updateCheckout(
  needs: Needs,
  id: string,
  lines: CheckoutLine[] | undefined,
): Promise<CheckoutSession> {
  return changeOpenCheckout(needs, id, lines ? { lines, currency: readCurrency(lines, needs.library.tiers) } : {});
}

/** Throws as `changeOpenCheckout` does. @param requestId the same for a repeat; undefined without an Idempotency-Key */
export function cancelCheckout(needs: Needs, id: string, requestId?: string): Promise<CheckoutSession> {
  return changeOpenCheckout(needs, id, { status: 'canceled', closedBy: requestId });
}

/**
 * Places the order and creates its demo subscription. Of two requests at once one wins and the other gets
 * `checkout_closed`; the subscription that the other created stays unused, because its key is never issued.
 * @param about.requestId the same for a repeat; undefined without an Idempotency-Key
 */
export async function completeCheckout(
  needs: Needs,
  id: string,
  { clientAddress, requestId: closedBy }: { clientAddress: string; requestId: string | undefined },
): Promise<CheckoutSession> {
  const session = await readCheckout(needs, id);
  if (isClosedBy(session, closedBy) || isKeylessRepeat(session, closedBy, needs.now())) return session;
  const { status, lines } = session;
  if (status !== 'ready_for_payment') throw new ServiceError('checkout_closed');
  const subscribed = await subscribe(needs, { plan: lines[0]?.tier, idempotencyKey: undefined, clientAddress });
  if (subscribed.kind !== 'subscribed') throw new Error('A subscription without an Idempotency-Key was a repeat.');
  const { kid, prefix } = needs.keyring;
  const order = { id: `ord_${bytesToHex(needs.randomBytes(12))}`, subscriptionId: subscribed.id, kid, prefix };
  return changeOpenCheckout(needs, id, { status: 'completed', order, closedBy });
}

/** Derives the demo key of a completed session. Undefined when it was not completed or its subscription is revoked. */
export async function findIssuedKey({ store, keyring }: Needs, session: CheckoutSession): Promise<string | undefined> {
  if (!session.order) return undefined;
  const subscription = await subscriptions.find(store, session.order.subscriptionId);
  if (!subscription || subscription.revoked !== null) return undefined;
  const { id, scopes, created } = subscription;
  const { kid, prefix } = session.order;
  const key = keyring.mint({ id, scopes, issuedAt: created, kid, prefix });
  // The deny list knows of a revocation before the record does.
  return keyring.verify(key) && key;
}
