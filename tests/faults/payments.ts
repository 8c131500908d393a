import { setTimeout as sleep } from 'node:timers/promises';
import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import type { PrivateKeyAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import type { Started } from '../support/server.ts';
import { payers } from './rounds.ts';

/** One signed payment, and what its payer was told: undefined when no answer came. */
export interface SentPayment {
  /** It pays for nothing else, so what the wallet may read tells what came of it. */
  wallet: PrivateKeyAccount;
  path: string;
  header: Record<string, string>;
  status: number | undefined;
  signIn?: SignIn;
}

/** A signed message that reads what its wallet paid for, once. */
interface SignIn {
  header: Record<string, string>;
  isAnswered: boolean;
}

const spent = 'invalid_exact_evm_nonce_already_used';

/** What is asked of wallets in a 402 (x402 extension sign-in-with-x). */
const Challenge = z.object({
  extensions: z.object({
    'sign-in-with-x': z.object({ info: z.object({ uri: z.string(), nonce: z.string() }).loose() }),
  }),
});

async function ask(service: Started, path: string, headers: Record<string, string>) {
  const response = await fetch(service.address + path, { headers });
  const body = await response.arrayBuffer();
  return new Response(body, response);
}

/** As a client that is told to come back: a store that has just started may refuse once more. */
async function askUntilRecorded(service: Started, path: string, headers: Record<string, string>) {
  for (;;) {
    const response = await ask(service, path, headers);
    if (response.status !== 503) return response;
    await sleep(100);
  }
}

/** One payment in version 1 or 2, signed and not sent. */
export async function preparePayment(path: string, version: 1 | 2): Promise<SentPayment> {
  const wallet = createWallet();
  const payload = encodeHeader(await signPayment(wallet, version));
  return { wallet, path, header: { [version === 2 ? 'payment-signature' : 'x-payment']: payload }, status: undefined };
}

/**
 * Pays from several sides until a connection breaks, each payment by a wallet of its own. Every third wallet then reads
 * by sign-in.
 */
export async function payUntilItBreaks(about: {
  service: Started;
  path: string;
  payments: SentPayment[];
  onAnswer: () => void;
}): Promise<void> {
  const { service, path, payments, onAnswer } = about;
  const lanes = Array.from({ length: payers }, async (_, lane) => {
    for (let number = 0; ; number += 1) {
      const payment = await preparePayment(path, lane % 2 ? 1 : 2);
      payments.push(payment);
      payment.status = (await ask(service, path, payment.header)).status;
      onAnswer();
      if (payment.status !== 200 || number % 3 !== 2) continue;
      const signIn: SignIn = { header: await signMessage(service, payment), isAnswered: false };
      payment.signIn = signIn;
      signIn.isAnswered = (await ask(service, path, signIn.header)).status === 200;
      onAnswer();
    }
  });
  await Promise.allSettled(lanes);
}

/** A sign-in by the wallet, signed anew: each signed message works once, also where the response to it was lost. */
async function signMessage(service: Started, { wallet, path }: SentPayment): Promise<Record<string, string>> {
  const question = await askUntilRecorded(service, path, {});
  const challenge = decodeHeader(question.headers.get('payment-required') ?? '');
  if (challenge.kind === 'malformed') throw new Error(`${question.status}: ${challenge.detail}`);
  const { info } = Challenge.parse(challenge.value).extensions['sign-in-with-x'];
  const request = { ...info, chainId: 'eip155:84532', type: 'eip191' };
  const signed = await Reflect.apply(createSIWxPayload, undefined, [request, wallet, info.uri]);
  return { 'sign-in-with-x': encodeHeader(signed), prefer: 'receipt' };
}

/** Does the wallet read what it paid for, without paying again, and get a receipt that is redeemed for it? */
export async function expectReadable(payment: SentPayment, service: Started): Promise<void> {
  // Signed anew each time: a store that was late may have recorded the use of the message before.
  let response = await ask(service, payment.path, await signMessage(service, payment));
  while (response.status === 503) {
    await sleep(100);
    response = await ask(service, payment.path, await signMessage(service, payment));
  }
  const said = await response.text();
  expect(response.status, `paid: ${payment.status}, then sign-in: ${said}`).toBe(200);
  expect(await redeem(service, Article.parse(JSON.parse(said)))).toBe('redeemed');
}

/** Does the receipt of a text return that text? */
async function redeem({ address }: Started, { receipt, content_digest: digest }: z.infer<typeof Article>) {
  const response = await fetch(`${address}/api/v1/receipts/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt }),
  });
  if (response.status !== 200) return `receipt ${response.status}: ${await response.text()}`;
  return Article.parse(await response.json()).content_digest === digest ? 'redeemed' : 'receipt of another text';
}

/** What came of a payment: answered at first, completed by sending it again, or recorded and only its answer lost. */
export type PaymentOutcome = 'opened' | 'completed' | 'recorded';

/**
 * Sends a payment again, while it is young enough to be sent. What had opened an article opens none again, what had not
 * does so once. A sign-in that was answered is not accepted again.
 */
export async function sendAgain(payment: SentPayment, service: Started): Promise<PaymentOutcome> {
  const { path, header, status, signIn } = payment;
  if (signIn?.isAnswered) {
    expect((await askUntilRecorded(service, path, signIn.header)).status, 'signed in twice').toBe(402);
  }
  const again = await askUntilRecorded(service, path, header);
  if (status === 200) {
    expect([again.status, await again.text()], 'opened twice').toEqual([402, expect.stringContaining(spent)]);
    return 'opened';
  }
  if (again.status !== 200) return 'recorded';
  expect((await askUntilRecorded(service, path, header)).status, 'completed twice').toBe(402);
  return 'completed';
}
