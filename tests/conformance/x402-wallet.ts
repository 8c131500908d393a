import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { publication } from '../../src/library/current-publication.ts';
import { transferTypes } from '../support/transfer-types.ts';

export function createWallet(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

const loopback = new Set(['127.0.0.1', 'localhost']);

/** A fetch that refuses what is not for this machine, and keeps what was sent. */
export function createGuardedFetch(about: { dropHeader?: string } = {}) {
  const sent: Request[] = [];
  const guarded: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!loopback.has(new URL(request.url).hostname)) throw new Error(`A client wanted to reach ${request.url}.`);
    sent.push(request.clone());
    const response = await fetch(request);
    if (!about.dropHeader) return response;
    const headers = new Headers(response.headers);
    headers.delete(about.dropHeader);
    return new Response(response.body, { status: response.status, headers });
  };
  return { guarded, sent };
}

/** The reference client as its own documentation sets it up. */
export function createPayingFetch(wallet: PrivateKeyAccount, about: { dropHeader?: string } = {}) {
  const { guarded, sent } = createGuardedFetch(about);
  const client = registerExactEvmScheme(new x402Client(), { signer: wallet });
  return { pay: wrapFetchWithPayment(guarded, client), sent };
}

export interface PaymentChanges {
  to?: Hex;
  value?: string;
  validAfter?: number;
  validBefore?: number;
  nonce?: Hex;
  network?: string;
  scheme?: string;
  chainId?: number;
  tokenName?: string;
  paymentId?: string;
  accepted?: Record<string, string>;
}

/** A payment signed by hand, right in everything but the changes. */
export async function signPayment(wallet: PrivateKeyAccount, version: 1 | 2, changes: PaymentChanges = {}) {
  const { payment } = publication;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const randomNonce: Hex = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`;
  const { to = '0x000000000000000000000000000000000000dEaD', value = '50000', nonce = randomNonce } = changes;
  const { validAfter = nowSeconds - 60, validBefore = nowSeconds + 300 } = changes;
  const signature = await wallet.signTypedData({
    domain: {
      name: changes.tokenName ?? payment.assetName,
      version: payment.assetVersion,
      chainId: changes.chainId ?? payment.chainId,
      verifyingContract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: wallet.address,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  });
  const authorization = {
    from: wallet.address,
    to,
    value,
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  };
  const payload = { signature, authorization };
  const scheme = changes.scheme ?? 'exact';
  if (version === 1) return { x402Version: 1, scheme, network: changes.network ?? payment.networkV1, payload };
  return {
    x402Version: 2,
    accepted: {
      scheme,
      network: changes.network ?? payment.network,
      amount: '50000',
      asset: payment.asset,
      payTo: payment.payTo,
      maxTimeoutSeconds: 300,
      ...changes.accepted,
    },
    payload,
    ...(changes.paymentId && {
      extensions: { 'payment-identifier': { info: { required: false, id: changes.paymentId } } },
    }),
  };
}
