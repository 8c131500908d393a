import type { FailedPayment, SettledPayment } from '../../core/payment/settle.ts';
import type { PaymentTerms } from '../../library/publication.ts';

/** x402 SettlementResponse. Its `transaction` is never one of a chain. */
export interface Receipt {
  success: boolean;
  errorReason?: string;
  payer?: string;
  /** `sandbox:0x...` for a settled payment, empty for a refused one. */
  transaction: string;
  network: string;
  amount?: string;
  extensions: {
    /** The note is left out where a signed receipt says the same. */
    sandbox: { info: { synthetic: true; note?: string } };
    /** Extension offer-receipt, a draft: `version` is that of its form, and a signature of `format` jws is the whole JWS. */
    'offer-receipt'?: { info: { version: 1; receipt: { format: 'jws'; signature: string } } };
  };
}

const extensions = {
  sandbox: { info: { synthetic: true, note: 'Sandbox: nothing was sent to a chain and nothing was charged.' } },
} as const;

/**
 * The receipt of a payment; a failed sign-in is not a payment and has none.
 * @param signed the JWS of what was delivered
 */
export function writeReceipt(
  outcome: SettledPayment | FailedPayment,
  terms: PaymentTerms,
  signed?: string,
): Receipt | undefined {
  if (outcome.kind === 'failed' && outcome.offer === 'sign-in') return undefined;
  const network = outcome.version === 1 ? terms.networkV1 : terms.network;
  if (outcome.kind === 'failed') {
    const { reason, payer } = outcome;
    return { success: false, errorReason: reason, ...(payer && { payer }), transaction: '', network, extensions };
  }
  const { payer, fingerprint, amount } = outcome;
  return {
    success: true,
    payer,
    transaction: `sandbox:${fingerprint}`,
    network,
    amount,
    extensions: {
      ...(signed
        ? {
            sandbox: { info: { synthetic: true } },
            'offer-receipt': { info: { version: 1, receipt: { format: 'jws', signature: signed } } },
          }
        : extensions),
    },
  };
}
