import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { openShop, type Shop } from './x402-shop.ts';
import { createWallet, signPayment } from './x402-wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ port: 5807 });
});
afterAll(() => shop.close());

/** Is set in all that `work` starts: files share this process, and another one's connections are not ours. */
const counted = new AsyncLocalStorage<boolean>();

/** Node tells this channel of every outgoing TCP connection, whoever opens it. */
async function countConnections(work: () => Promise<unknown>): Promise<number> {
  let opened = 0;
  const count = () => {
    if (counted.getStore()) opened += 1;
  };
  subscribe('net.client.socket', count);
  await counted.run(true, work);
  unsubscribe('net.client.socket', count);
  return opened;
}

const ask = (headers: Record<string, string>) =>
  shop.answer(new Request(`${shop.baseUrl}/api/v1/articles/paid-study`, { headers }));

it('verifies, settles, refuses and readmits without opening one connection', async () => {
  const wallet = createWallet();
  const statuses: number[] = [];
  const opened = await countConnections(async () => {
    const unpaid = await ask({});
    const required = decodeHeader(unpaid.headers.get('payment-required') ?? '');
    const siwx = required.kind === 'json' ? Object(required.value).extensions['sign-in-with-x'] : undefined;
    const paid = await ask({ 'payment-signature': encodeHeader(await signPayment(wallet, 2)) });
    const paidV1 = await ask({ 'x-payment': encodeHeader(await signPayment(wallet, 1)) });
    const refused = await ask({ 'payment-signature': encodeHeader(await signPayment(wallet, 2, { value: '1' })) });
    const signIn = await createSIWxPayload({ ...siwx.info, ...siwx.supportedChains[0] }, wallet, siwx.info.uri);
    const readmitted = await ask({ 'sign-in-with-x': encodeHeader(signIn) });
    statuses.push(...[unpaid, paid, paidV1, refused, readmitted].map(({ status }) => status));
  });
  expect(statuses).toEqual([402, 200, 200, 402, 200]);
  expect(opened).toBe(0);
});

it('would have noticed one', async () => {
  expect(await countConnections(() => fetch(`${shop.baseUrl}/api/v1/articles/none`))).toBeGreaterThan(0);
});
