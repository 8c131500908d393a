import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ErrorBody, PaymentError } from '../../src/contract/schemas-errors.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { ask, slugsByTier } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';
import { createWallet, signPayment } from './x402-wallet.ts';

callFromManyAddresses();

const names = ['payment-signature', 'x-payment', 'sign-in-with-x'];
const wallet = createWallet();
const sound = [await signPayment(wallet, 1), await signPayment(wallet, 2)];
const [slug] = (await slugsByTier()).paid;

// Spent first: a broken copy that still means the same is then a replay.
for (const payment of sound) {
  const headers = { 'payment-signature': encodeHeader(payment) };
  expect((await ask(`/api/v1/articles/${slug}`, { headers })).status).toBe(200);
}

/** Sound payments cut, swapped in one character, or around other JSON, and text that is no base64 at all. */
const header = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.base64String(),
  fc.jsonValue().map(encodeHeader),
  fc
    .tuple(fc.constantFrom(...sound), fc.jsonValue())
    .map(([payment, payload]) => encodeHeader({ ...payment, payload })),
  fc.tuple(fc.constantFrom(...sound), fc.nat(600)).map(([payment, length]) => encodeHeader(payment).slice(0, length)),
  fc.tuple(fc.constantFrom(...sound), fc.nat(600)).map(([payment, at]) => {
    const text = encodeHeader(payment);
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  }),
);

it('answers 2,000 broken payments over HTTP with 400 or 402 in the form of the specification', async () => {
  const samples = fc.sample(fc.tuple(fc.constantFrom(...names), header), { numRuns: 2000, seed: 402 });
  const statuses = new Map<number, number>();
  for (let start = 0; start < samples.length; start += 50) {
    const batch = samples.slice(start, start + 50).map(async ([name, value]) => {
      const response = await ask(`/api/v1/articles/${slug}`, { headers: { [name]: value } });
      const body = await response.json();
      const form = response.status === 402 ? PaymentError : ErrorBody;
      expect(form.safeParse(body).error).toBeUndefined();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    });
    await Promise.all(batch);
  }
  expect([...statuses.keys()].sort()).toEqual([400, 402]);
});
