import { z } from 'zod';
import type { Operation } from './operation.ts';
import { CheckoutSession } from './schemas.ts';

const AnyBody = z.looseObject({}).meta({ id: 'CheckoutRequest', description: 'Empty, or an ACP 2026-04-17 request.' });

export const acpOperations = {
  checkoutOptions: {
    method: 'OPTIONS',
    path: '/checkout_sessions',
    tag: 'Checkout',
    summary: 'CORS preflight of checkout',
    description: 'Says which methods and headers a browser may send.',
    responses: { 204: { description: 'Allowed.' } },
    errors: [],
    limit: 'api',
  },
  checkoutCreate: {
    method: 'POST',
    path: '/checkout_sessions',
    tag: 'Checkout',
    summary: 'Start a demo checkout',
    description:
      'Nothing is charged. Without API-Version the plain form answers 200; with it, strict ACP 2026-04-17 answers 201.',
    headers: {
      'API-Version': 'An ACP version, for the strict form.',
      'Idempotency-Key': 'Required by the strict form.',
    },
    body: { schema: AnyBody, isRequired: false, isChecked: false },
    responses: {
      200: { description: 'A demo session.', schema: CheckoutSession },
    },
    errors: ['invalid_json', 'payload_too_large', 'unsupported_media_type', 'store_unavailable'],
    errorForm: 'acp',
    limit: 'subscribe',
  },
} as const satisfies Record<string, Operation>;
