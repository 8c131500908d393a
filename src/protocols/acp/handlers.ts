import { z } from 'zod';
import {
  CheckoutSession,
  cancelCheckout,
  completeCheckout,
  findSoldKey,
  openCheckout,
  readCheckout,
  updateCheckout,
} from '../../core/checkout/checkout.ts';
import { dayMs } from '../../core/durations.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { once } from '../../core/subscriptions/idempotency.ts';
import { parseIdempotencyKey } from '../../core/subscriptions/idempotency-key.ts';
import { type Answer, type AskedRequest, jsonAnswer } from '../answer.ts';
import type { Handlers } from '../handler.ts';
import { fingerprintJson } from './canonical-json.ts';
import { echoHeaders } from './echo.ts';
import { checkCancel, checkComplete, readCreate, readObject, readUpdate, readWishes } from './request.ts';
import { toWireSession } from './session.ts';
import { type AcpForm, readAcpForm } from './version.ts';

type CheckoutHandlers = Pick<
  Handlers,
  'checkoutCreate' | 'checkoutGet' | 'checkoutUpdate' | 'checkoutComplete' | 'checkoutCancel'
>;

interface Post {
  request: AskedRequest;
  url: URL;
  bodyText: string;
  form: AcpForm;
  body: Record<string, unknown>;
}

/**
 * `/checkout_sessions`: the demo checkout of the specification (section 4, operation 10) and, for callers that send
 * API-Version, ACP 2026-04-17. Only `complete` tells the key it sold; a session read later does not.
 */
export function createCheckoutHandlers(services: Services): CheckoutHandlers {
  const { urls, library, store, now, randomBytes } = services;
  const { tiers } = library;

  function readPost(call: { request: AskedRequest; url: URL; bodyText: string }): Post {
    const { request, url, bodyText } = call;
    const form = readAcpForm(request);
    return { request, url, bodyText, form, body: readObject(bodyText) };
  }

  /** Runs a change, once for each Idempotency-Key: demanded by ACP, honoured in the plain form. */
  async function runOnce(post: Post, run: () => Promise<CheckoutSession>) {
    const { request, url, form, body } = post;
    const key = parseIdempotencyKey(request.headers.get('idempotency-key'));
    if (key === undefined) {
      if (form === 'strict') throw new ServiceError('idempotency_key_required');
      return { session: await run(), isReplay: false };
    }
    // ACP 2026-04-17: a key counts for one identity and one endpoint.
    const identity = request.headers.get('authorization') ?? '';
    const outcome = await once({
      store,
      scope: `checkout ${form} ${url.pathname} ${identity}`,
      key,
      fingerprint: fingerprintJson(body),
      schema: z.object({ session: CheckoutSession }),
      ttlMs: dayMs,
      now,
      randomBytes,
      run: async () => ({ session: await run() }),
    });
    switch (outcome.kind) {
      case 'done':
        return { session: outcome.value.session, isReplay: outcome.isReplay };
      case 'idempotency_key_reused':
        throw new ServiceError('idempotency_key_reused');
      case 'idempotency_in_flight':
        throw new ServiceError('idempotency_in_flight', undefined, { retryAfter: outcome.retryAfter });
    }
  }

  function send(
    session: CheckoutSession,
    about: { request: AskedRequest; form: AcpForm; status?: number; isReplay?: boolean; key?: string | undefined },
  ): Answer {
    const { request, form, status = 200, isReplay = false, key } = about;
    return jsonAnswer(toWireSession(session, { form, urls, key }), {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(form === 'strict' && echoHeaders(request)),
        ...(isReplay && { 'idempotent-replayed': 'true' }),
      },
    });
  }

  return {
    async checkoutCreate(call) {
      const post = readPost(call);
      const { request, form, body } = post;
      const { session, isReplay } = await runOnce(post, () => {
        const lines = form === 'strict' ? readCreate(body, tiers) : readWishes(body, tiers);
        return openCheckout(services, lines);
      });
      return send(session, { request, form, status: form === 'strict' ? 201 : 200, isReplay });
    },

    async checkoutGet({ request, params }) {
      const form = readAcpForm(request);
      return send(await readCheckout(services, params.id), { request, form });
    },

    async checkoutUpdate(call) {
      const post = readPost(call);
      const { request, form, body } = post;
      const { session, isReplay } = await runOnce(post, () => {
        const lines = form === 'strict' ? readUpdate(body, tiers) : readWishes(body, tiers);
        return updateCheckout(services, call.params.id, lines);
      });
      return send(session, { request, form, isReplay });
    },

    async checkoutComplete(call) {
      const post = readPost(call);
      const { request, form, body } = post;
      const { session, isReplay } = await runOnce(post, () => {
        if (form === 'strict') checkComplete(body);
        return completeCheckout(services, call.params.id, call.clientAddress);
      });
      return send(session, { request, form, isReplay, key: await findSoldKey(services, session) });
    },

    async checkoutCancel(call) {
      const post = readPost(call);
      const { request, form, body } = post;
      const { session, isReplay } = await runOnce(post, () => {
        if (form === 'strict') checkCancel(body);
        return cancelCheckout(services, call.params.id);
      });
      return send(session, { request, form, isReplay });
    },
  };
}
