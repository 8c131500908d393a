import { z } from 'zod';
import { nameWrongMembers } from '../../library/mistake.ts';
import type { TransferAuthorization } from './signature.ts';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const uint256 = z
  .string()
  // Without `abort`, the next check would run on text that is not a number.
  .regex(/^\d{1,78}$/, { abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n);

const Envelope = z.object({ x402Version: z.int() });

const PayloadV1 = z.object({ scheme: z.string(), network: z.string(), payload: z.unknown() });

const PayloadV2 = z.object({
  resource: z.object({ url: z.string() }).optional(),
  accepted: z.object({
    scheme: z.string(),
    network: z.string(),
    amount: z.string(),
    asset: z.string(),
    payTo: z.string(),
  }),
  payload: z.unknown(),
  extensions: z
    .object({
      // x402 extension payment-identifier: 16 to 128 letters, digits, hyphens and underscores.
      'payment-identifier': z
        .object({
          info: z.object({
            id: z
              .string()
              .regex(/^[A-Za-z0-9_-]{16,128}$/)
              .optional(),
          }),
        })
        .optional(),
    })
    .optional(),
});

const Transfer = z.object({
  signature: z.string().max(20_000),
  authorization: z.object({
    from: address,
    to: address,
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});

/** One payment as the payer states it, whatever x402 version carried it; nothing in it is proved yet. */
export interface PaymentClaim {
  version: 1 | 2;
  scheme: string;
  network: string;
  /** The URL the payer wants to pay for. It is optional, and version 1 has no place for it. */
  resource?: string | undefined;
  /** The terms that the payer accepted; version 1 does not repeat them. */
  accepted?: { amount: string; asset: string; payTo: string };
  /** Undefined when it is no EIP-3009 payload: of another scheme, or broken. */
  transfer: { signature: string; authorization: TransferAuthorization } | undefined;
  /** The ID of the payment-identifier extension. */
  paymentId?: string | undefined;
}

export type ParsedPayment =
  | { kind: 'claim'; claim: PaymentClaim }
  | { kind: 'unknown-version' }
  | { kind: 'malformed'; detail: string };

/** Reads a PaymentPayload of x402 version 1 or 2 from parsed JSON. */
export function parsePayment(value: unknown): ParsedPayment {
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return { kind: 'malformed', detail: nameWrongMembers(envelope.error, 'x402') };
  switch (envelope.data.x402Version) {
    case 1: {
      const parsed = PayloadV1.safeParse(value);
      if (!parsed.success) return { kind: 'malformed', detail: nameWrongMembers(parsed.error, 'x402') };
      const { scheme, network, payload } = parsed.data;
      return { kind: 'claim', claim: { version: 1, scheme, network, transfer: Transfer.safeParse(payload).data } };
    }
    case 2: {
      const parsed = PayloadV2.safeParse(value);
      if (!parsed.success) return { kind: 'malformed', detail: nameWrongMembers(parsed.error, 'x402') };
      const { resource, accepted, payload, extensions } = parsed.data;
      const { scheme, network, ...offer } = accepted;
      const transfer = Transfer.safeParse(payload).data;
      const paymentId = extensions?.['payment-identifier']?.info.id;
      return {
        kind: 'claim',
        claim: { version: 2, scheme, network, resource: resource?.url, accepted: offer, transfer, paymentId },
      };
    }
    default:
      return { kind: 'unknown-version' };
  }
}
