import { z } from 'zod';
import type { Operation } from './operation.ts';
import { AcpError, CheckoutSession } from './schemas-acp.ts';

const tag = 'Checkout';
const params = z.object({ id: z.string().meta({ description: 'Of the session.' }) });

const Item = z.looseObject({ id: z.string().meta({ description: 'A tier of /api/v1/pricing.' }) });

const CreateRequest = z
  .looseObject({
    line_items: z.array(Item).optional(),
    currency: z.string().optional(),
    capabilities: z.looseObject({}).optional(),
  })
  .meta({ id: 'CheckoutRequest', description: 'May be empty. ACP 2026-04-17 asks for all three members.' });

const UpdateRequest = z
  .looseObject({ line_items: z.array(Item).optional() })
  .meta({ id: 'CheckoutUpdateRequest', description: 'The items the session is to have.' });

const Instrument = z
  .looseObject({
    type: z.string(),
    credential: z.looseObject({ type: z.string(), token: z.string() }),
  })
  .meta({ id: 'CheckoutInstrument', description: 'What the demo handler accepts: any token. It is not stored.' });

const CompleteRequest = z
  .looseObject({
    payment_data: z
      .looseObject({
        handler_id: z.string().optional().meta({ description: '`demo`' }),
        instrument: Instrument.optional(),
        purchase_order_number: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'CheckoutCompleteRequest', description: 'May be empty. ACP 2026-04-17 asks for payment_data.' });

const CancelRequest = z
  .looseObject({ intent_trace: z.looseObject({ reason_code: z.string() }).optional() })
  .meta({ id: 'CheckoutCancelRequest', description: 'May be empty.' });

const HandlerConfig = z
  .looseObject({})
  .meta({ id: 'CheckoutHandlerConfig', description: 'The demo handler needs no configuration.' });

const AcpSession = z
  .looseObject({
    id: z.string(),
    status: z.string(),
    currency: z.string(),
    line_items: z.array(z.looseObject({ id: z.string() })),
    totals: z.array(z.looseObject({ type: z.string(), amount: z.int() })),
    continue_url: z.url(),
    capabilities: z.looseObject({
      payment: z.looseObject({ handlers: z.array(z.looseObject({ id: z.string(), config: HandlerConfig })) }),
    }),
  })
  .meta({ id: 'AcpCheckoutSession', description: 'CheckoutSession of ACP 2026-04-17.' });

const EitherSession = z.union([CheckoutSession, AcpSession]);

const headers = {
  'API-Version': '2026-04-17, for the strict form; left out for the plain one.',
  'Idempotency-Key':
    'Required by the strict form, honoured in the plain one for 24 hours. A repeat does not use up the limit of subscriptions.',
};
/** The header decides between the plain and the strict mode, also for errors. */
const vary = ['API-Version'];
const replayed = { 'Idempotent-Replayed': '`true` when this repeats an earlier response.' };

const changeErrors = [
  'invalid_request',
  'invalid_json',
  'idempotency_key_required',
  'unsupported_api_version',
  'idempotency_in_flight',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'store_unavailable',
] as const;
const stepErrors = [...changeErrors, 'not_found', 'checkout_closed'] as const;

const closed = {
  description: '`checkout_closed` in the strict form: only reading is left.',
  schema: AcpError,
  headers: { Allow: 'GET' },
} as const;

const step = { method: 'POST', tag, params, headers, vary, errorFormat: 'acp', limit: 'api' } as const;

export const acpOperations = {
  checkoutOptions: {
    method: 'OPTIONS',
    path: '/checkout_sessions',
    tag,
    summary: 'CORS preflight of checkout',
    description: 'Says which methods and headers a browser may send.',
    responses: { 204: { description: 'Allowed.' } },
    errors: [],
    limit: 'api',
  },
  checkoutCreate: {
    method: 'POST',
    path: '/checkout_sessions',
    tag,
    summary: 'Start a demo checkout',
    description:
      'Nothing is charged. Without API-Version the plain mode returns 200; with it, strict ACP 2026-04-17 returns 201.',
    headers,
    vary,
    body: { schema: CreateRequest, isRequired: false, isValidated: false },
    responses: {
      200: { description: 'A demo session.', schema: CheckoutSession, headers: replayed },
      201: { description: 'A demo session, as ACP has it.', schema: AcpSession, headers: replayed },
    },
    errors: changeErrors,
    errorFormat: 'acp',
    limit: 'subscribe',
    countsOwnCalls: true,
  },
  checkoutGet: {
    method: 'GET',
    path: '/checkout_sessions/{id}',
    isDetail: true,
    tag,
    summary: 'See a checkout session',
    description: 'Its state for 24 hours from its start. Its key is not shown again.',
    params,
    headers: { 'API-Version': headers['API-Version'] },
    vary,
    responses: { 200: { description: 'The session.', schema: EitherSession } },
    errors: ['unsupported_api_version', 'not_found', 'store_unavailable'],
    errorFormat: 'acp',
    limit: 'api',
  },
  checkoutUpdate: {
    ...step,
    path: '/checkout_sessions/{id}',
    isDetail: true,
    summary: 'Change a checkout session',
    description: 'Replaces its items.',
    body: { schema: UpdateRequest, isRequired: false, isValidated: false },
    responses: {
      200: { description: 'The session.', schema: EitherSession, headers: replayed },
      405: closed,
    },
    errors: stepErrors,
  },
  checkoutComplete: {
    ...step,
    path: '/checkout_sessions/{id}/complete',
    isDetail: true,
    summary: 'Complete a demo checkout',
    description:
      'Places the order and hands out a demo key: order.fulfillments[0].digital_delivery.license_key. Nothing is charged.',
    limit: 'subscribe',
    countsOwnCalls: true,
    body: { schema: CompleteRequest, isRequired: false, isValidated: false },
    responses: {
      200: {
        description: 'The completed session and its order.',
        schema: EitherSession,
        headers: replayed,
      },
      405: closed,
    },
    errors: stepErrors,
  },
  checkoutCancel: {
    ...step,
    path: '/checkout_sessions/{id}/cancel',
    isDetail: true,
    summary: 'Cancel a checkout session',
    description: 'A completed or canceled session stays as it is: 409, or 405 in the strict form.',
    body: { schema: CancelRequest, isRequired: false, isValidated: false },
    responses: {
      200: { description: 'The canceled session.', schema: EitherSession, headers: replayed },
      405: closed,
    },
    errors: stepErrors,
  },
} as const satisfies Record<string, Operation>;
