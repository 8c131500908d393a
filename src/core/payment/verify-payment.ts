import type { PaymentTerms } from '../../library/publication.ts';
import type { PaymentClaim } from './payload.ts';
import { hashTransfer, recoverSigner, type TransferAuthorization } from './signature.ts';

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
 * @param against.resource absolute URL of the request
 */
export function checkPayment(
  claim: PaymentClaim,
  against: { terms: PaymentTerms; resource: string; baseUnits: string; nowSeconds: number },
): PaymentCheck {
  const { terms, resource, baseUnits, nowSeconds } = against;
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
  if (claim.resource !== undefined && claim.resource !== resource) return refuse('payment_resource_mismatch');
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
