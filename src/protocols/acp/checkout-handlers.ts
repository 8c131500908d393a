import { z } from 'zod';
import type { Caller } from '../../core/access/caller.ts';
import {
  CheckoutSession,
  cancelCheckout,
  completeCheckout,
  findIssuedKey,
  openCheckout,
  readCheckout,
  updateCheckout,
} from '../../core/checkout/checkout.ts';
import type { RateLimitResult } from '../../core/limits/rate-limit.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { once } from '../../core/subscriptions/idempotency.ts';
import { parseIdempotencyKey } from '../../core/subscriptions/idempotency-key.ts';
import { dayMs } from '../../library/durations.ts';
import type { Call, Handlers } from '../handler.ts';
import { type HttpResponse, jsonResponse } from '../http.ts';
import type { SubscriptionLimit } from '../subscription-limit.ts';
import { type AcpMode, readAcpMode } from './acp-version.ts';
import { fingerprintJson } from './canonical-json.ts';
import { echoHeaders } from './echo.ts';
import { checkCancel, checkComplete, readCreate, readObject, readRequestedItems, readUpdate } from './request.ts';
import { toWireSession } from './session.ts';

type CheckoutHandlers = Pick<
  Handlers,
  'checkoutCreate' | 'checkoutGet' | 'checkoutUpdate' | 'checkoutComplete' | 'checkoutCancel'
>;

interface PostCall {
  request: Call['request'];
  url: URL;
  bodyText: string;
  clientAddress: string;
  caller: Caller;
}

interface Change {
  /** @param requestId the same for a repeat; undefined without an Idempotency-Key */
  make(mode: AcpMode, body: Record<string, unknown>, requestId?: string): Promise<CheckoutSession>;
  /** Counts with subscriptions, unless it is a repeat. */
  isCounted?: true;
}

/** A session that was changed by a POST, and how to say so. */
interface Changed {
  session: CheckoutSession;
  request: Call['request'];
  mode: AcpMode;
  isReplay: boolean;
  /** What is left of the limit of subscriptions, when this was counted by it. */
  counted?: RateLimitResult | undefined;
}

/**
 * `/checkout_sessions`: the demo checkout of the specification (section 4, operation 10) and, for callers that send
 * API-Version, ACP 2026-04-17. Only the response to `complete` contains the demo key; a session read later does not.
 * Opening and completing a session count with subscriptions, a repeat does not.
 */
export function createCheckoutHandlers(services: Services, limit: SubscriptionLimit): CheckoutHandlers {
  const { urls, library, store, now, randomBytes } = services;
  const { tiers } = library;

  /** Makes a change, once for each Idempotency-Key: demanded by ACP, honoured in the plain mode. */
  async function change(
    { request, url, bodyText, clientAddress, caller }: PostCall,
    { make, isCounted }: Change,
  ): Promise<Changed> {
    const mode = readAcpMode(request);
    const body = readObject(bodyText);
    const key = parseIdempotencyKey(request.headers.get('idempotency-key'));
    let counted: RateLimitResult | undefined;
    const run = async (requestId?: string) => {
      if (isCounted) counted = await limit.count(clientAddress);
      if (counted && !counted.isAllowed) throw limit.refusalOf(counted);
      return { session: await make(mode, body, requestId) };
    };
    if (key === undefined) {
      if (mode === 'strict') throw new ServiceError('idempotency_key_required');
      const { session } = await run();
      return { session, request, mode, isReplay: false, counted };
    }
    // ACP 2026-04-17: a key is valid for one identity and one endpoint. A caller without a valid credential is
    // identified by IP address, as at subscribe: clients that copy an example send the same credential.
    const unproven = request.headers.get('authorization') ?? '';
    const identity =
      caller.kind === 'subscriber' ? `key:${caller.id}` : `address:${clientAddress} ${unproven}`.trimEnd();
    const outcome = await once({
      store,
      scope: `checkout ${mode} ${url.pathname} ${identity}`,
      key,
      fingerprint: fingerprintJson(body),
      schema: z.object({ session: CheckoutSession }),
      ttlMs: dayMs,
      now,
      randomBytes,
      run,
    });
    switch (outcome.kind) {
      case 'done':
        return { session: outcome.value.session, request, mode, isReplay: outcome.isReplay, counted };
      case 'idempotency_key_reused':
        throw new ServiceError('idempotency_key_reused');
      case 'idempotency_in_flight':
        throw new ServiceError('idempotency_in_flight', undefined, { retryAfter: outcome.retryAfter });
    }
  }

  function send(
    { session, request, mode, isReplay, counted }: Changed,
    { status = 200, key }: { status?: number; key?: string | undefined } = {},
  ): HttpResponse {
    return jsonResponse(toWireSession(session, { mode, urls, key }), {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(mode === 'strict' && echoHeaders(request)),
        ...(isReplay && { 'idempotent-replayed': 'true' }),
        ...limit.headersOf(counted),
      },
    });
  }

  return {
    async checkoutCreate(call) {
      const created = await change(call, {
        isCounted: true,
        make: async (mode, body) =>
          openCheckout(services, mode === 'strict' ? readCreate(body, tiers) : readRequestedItems(body, tiers)),
      });
      return send(created, { status: created.mode === 'strict' ? 201 : 200 });
    },

    async checkoutGet({ request, params }) {
      const mode = readAcpMode(request);
      return send({ session: await readCheckout(services, params.id), request, mode, isReplay: false });
    },

    async checkoutUpdate(call) {
      const updated = await change(call, {
        make: async (mode, body) => {
          const lines = mode === 'strict' ? readUpdate(body, tiers) : readRequestedItems(body, tiers);
          return updateCheckout(services, call.params.id, lines);
        },
      });
      return send(updated);
    },

    async checkoutComplete(call) {
      const completed = await change(call, {
        isCounted: true,
        make: async (mode, body, requestId) => {
          if (mode === 'strict') checkComplete(body);
          return completeCheckout(services, call.params.id, { clientAddress: call.clientAddress, requestId });
        },
      });
      return send(completed, { key: await findIssuedKey(services, completed.session) });
    },

    async checkoutCancel(call) {
      const canceled = await change(call, {
        make: async (mode, body, requestId) => {
          if (mode === 'strict') checkCancel(body);
          return cancelCheckout(services, call.params.id, requestId);
        },
      });
      return send(canceled);
    },
  };
}
