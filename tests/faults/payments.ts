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
}

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

/** Pays from several sides until a connection breaks, each payment by a wallet of its own. */
export async function payUntilItBreaks(about: {
  service: Started;
  path: string;
  payments: SentPayment[];
  onAnswer: (opened: number) => void;
}): Promise<void> {
  const { service, path, payments, onAnswer } = about;
  const lanes = Array.from({ length: payers }, async (_, lane) => {
    for (;;) {
      const payment = await preparePayment(path, lane % 2 ? 1 : 2);
      payments.push(payment);
      payment.status = (await ask(service, path, payment.header)).status;
      onAnswer(payments.filter(({ status }) => status === 200).length);
    }
  });
  await Promise.allSettled(lanes);
}

/** A sign-in by the wallet, signed anew: each signed message works once, also where the response to it was lost. */
async function signIn(service: Started, { wallet, path }: SentPayment): Promise<Record<string, string>> {
  const question = await askUntilRecorded(service, path, {});
  const challenge = decodeHeader(question.headers.get('payment-required') ?? '');
  if (challenge.kind === 'malformed') throw new Error(`${question.status}: ${challenge.detail}`);
  const { info } = Challenge.parse(challenge.value).extensions['sign-in-with-x'];
  const request = { ...info, chainId: 'eip155:84532', type: 'eip191' };
  const signed = await Reflect.apply(createSIWxPayload, undefined, [request, wallet, info.uri]);
  return { 'sign-in-with-x': encodeHeader(signed), prefer: 'receipt' };
}

/**
 * Does the wallet read what it paid for, without paying again, and get a receipt that is redeemed for it?
 * @returns 'readmitted', or which step failed and how
 */
async function readAgain(service: Started, payment: SentPayment): Promise<string> {
  for (;;) {
    const response = await ask(service, payment.path, await signIn(service, payment));
    if (response.status === 503) {
      await sleep(100);
      continue;
    }
    if (response.status !== 200) return `sign-in ${response.status}: ${await response.text()}`;
    return redeem(service, Article.parse(await response.json()));
  }
}

/** Does the receipt of a text return that text? */
async function redeem({ address }: Started, { receipt, content_digest: digest }: z.infer<typeof Article>) {
  const response = await fetch(`${address}/api/v1/receipts/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ receipt }),
  });
  if (response.status !== 200) return `receipt ${response.status}: ${await response.text()}`;
  return Article.parse(await response.json()).content_digest === digest ? 'readmitted' : 'receipt of another text';
}

/** How many came to which end. Whatever else came is a fault. */
export interface PaymentOutcomes {
  /** Answered at first. */
  opened: number;
  /** Opened by sending it again. */
  finished: number;
  /** It was recorded and only its answer was lost: the wallet reads by sign-in. */
  readmitted: number;
}

/**
 * Sends all of them again. What had opened an article opens none again, what had not does so once, and each wallet
 * reads on. Payments that are too old to be sent again have to be left out.
 */
export async function settleAll(payments: readonly SentPayment[], service: Started): Promise<PaymentOutcomes> {
  const outcomes: PaymentOutcomes = { opened: 0, finished: 0, readmitted: 0 };
  for (const payment of payments) {
    const again = await askUntilRecorded(service, payment.path, payment.header);
    if (payment.status === 200) {
      expect(again.status, 'opened twice').toBe(402);
      outcomes.opened += 1;
    } else if (again.status === 200) {
      expect((await askUntilRecorded(service, payment.path, payment.header)).status, 'finished twice').toBe(402);
      outcomes.finished += 1;
    } else {
      outcomes.readmitted += 1;
    }
    expect(await readAgain(service, payment), `paid: ${payment.status}, then ${again.status}`).toBe('readmitted');
  }
  return outcomes;
}
