import { z } from 'zod';
import { nameWrongMembers } from '../../library/mistake.ts';
import type { PaymentTerms } from '../../library/publication-settings.ts';
import { hashTransfer, recoverSigner, type TransferAuthorization } from './signature.ts';

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

type ParsedPayment =
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

/**
 * Why a payment is refused, in the words of the reference facilitator, so that clients can branch on them. It has none
 * for a payment that names another resource.
 */
export type PaymentErrorReason =
  | 'invalid_x402_version'
  | 'unsupported_scheme'
  | 'invalid_payment_requirements'
  | 'payment_resource_mismatch'
  | 'invalid_exact_evm_network_mismatch'
  | 'invalid_exact_evm_signature'
  | 'invalid_exact_evm_recipient_mismatch'
  | 'invalid_exact_evm_payload_authorization_valid_before'
  | 'invalid_exact_evm_payload_authorization_valid_after'
  | 'invalid_exact_evm_payload_authorization_value_mismatch'
  | 'invalid_exact_evm_authorization_value'
  | 'invalid_exact_evm_nonce_already_used';

/** Seconds an authorization must still be good for: what the reference facilitator leaves itself to settle. */
const settlementMarginSeconds = 6;

/** Seconds by which a payer's clock may be ahead. Bounds how long a nonce has to be remembered. */
const clockLeewaySeconds = 600;

export type PaymentCheck =
  | { kind: 'sound'; payer: string; authorization: TransferAuthorization }
  | { kind: 'refused'; reason: PaymentErrorReason; payer?: string }
  | { kind: 'malformed'; detail: string };

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Checks everything about a payment that needs neither a chain nor state, in the order of the x402 scheme `exact` on
 * EVM: terms, resource, signature, recipient, time, amount.
 *
 * @param against.resources absolute URLs of the article: a payer may have its price from before it was renamed
 */
export function checkPayment(
  claim: PaymentClaim,
  against: { terms: PaymentTerms; resources: readonly string[]; baseUnits: string; nowSeconds: number },
): PaymentCheck {
  const { terms, resources, baseUnits, nowSeconds } = against;
  if (claim.scheme !== 'exact') return { kind: 'refused', reason: 'unsupported_scheme' };
  if (claim.network !== (claim.version === 1 ? terms.networkV1 : terms.network)) {
    return { kind: 'refused', reason: 'invalid_exact_evm_network_mismatch' };
  }
  if (!claim.transfer) {
    return { kind: 'malformed', detail: 'payload is no EIP-3009 signature and authorization.' };
  }
  const { signature, authorization } = claim.transfer;
  const payer = authorization.from.toLowerCase();
  const refuse = (reason: PaymentErrorReason): PaymentCheck => ({ kind: 'refused', reason, payer });

  if (claim.accepted && !isSameAddress(claim.accepted.asset, terms.asset))
    return refuse('invalid_payment_requirements');
  if (claim.resource !== undefined && !resources.includes(claim.resource)) return refuse('payment_resource_mismatch');
  if (recoverSigner(hashTransfer(authorization, terms), signature) !== payer) {
    return refuse('invalid_exact_evm_signature');
  }
  if (
    !isSameAddress(authorization.to, terms.payTo) ||
    !isSameAddress(claim.accepted?.payTo ?? terms.payTo, terms.payTo)
  ) {
    return refuse('invalid_exact_evm_recipient_mismatch');
  }
  const validBefore = BigInt(authorization.validBefore);
  const latest = BigInt(nowSeconds + terms.maxTimeoutSeconds + clockLeewaySeconds);
  if (validBefore < BigInt(nowSeconds + settlementMarginSeconds) || validBefore > latest) {
    return refuse('invalid_exact_evm_payload_authorization_valid_before');
  }
  if (BigInt(authorization.validAfter) > BigInt(nowSeconds)) {
    return refuse('invalid_exact_evm_payload_authorization_valid_after');
  }
  const value = BigInt(authorization.value);
  if (claim.version === 1 && value < BigInt(baseUnits)) return refuse('invalid_exact_evm_authorization_value');
  // x402 v2, scheme `exact`: neither less nor more, and the offer must not have been changed on the way.
  if (claim.accepted && (value !== BigInt(baseUnits) || claim.accepted.amount !== baseUnits)) {
    return refuse('invalid_exact_evm_payload_authorization_value_mismatch');
  }
  return { kind: 'sound', payer, authorization };
}
