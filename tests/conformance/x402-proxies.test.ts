import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { isNginxInstalled, startStockNginx } from '../faults/nginx.ts';
import { baseUrl, client, slugsByTier } from '../support/client.ts';
import { isHaproxyInstalled, startHaproxy } from '../support/haproxy.ts';
import type { Front } from '../support/programs.ts';
import { createPayingFetch, createWallet, signPayment } from './x402-wallet.ts';

const service = new URL(baseUrl);

/** The bytes of a response up to its body. */
async function readHeaderBlock(path: string, more = ''): Promise<string> {
  const socket = connect(Number(service.port), service.hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${service.host}\r\nConnection: close\r\n${more}\r\n`);
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  await once(socket, 'close');
  return text.slice(0, text.indexOf('\r\n\r\n') + 4);
}

it('has header blocks under 3.5 KB in the 402 of each paid article, on both mirrors, after a failed payment too', async () => {
  const { data } = await client.call('listArticles', { query: { tier: 'paid', per_page: 100 } });
  expect(data.length).toBeGreaterThan(0);
  const tooLittle = encodeHeader(await signPayment(createWallet(), 2, { value: '1' }));
  const failed = `PAYMENT-SIGNATURE: ${tooLittle}\r\n`;
  for (const { slug } of data) {
    for (const root of ['/api/v1', '/api/sandbox/v1']) {
      for (const more of ['', failed]) {
        const block = await readHeaderBlock(`${root}/articles/${slug}`, more);
        expect(block).toMatch(/^HTTP\/1.1 402 /);
        expect(Buffer.byteLength(block, 'latin1'), `${root} ${slug}`).toBeLessThan(3_500);
      }
    }
  }
});

const proxies = [
  { name: 'nginx', isThere: isNginxInstalled, start: () => startStockNginx(service) },
  { name: 'HAProxy', isThere: isHaproxyInstalled, start: () => startHaproxy(Number(service.port)) },
];

describe.each(proxies)('behind a stock $name', ({ name, isThere, start }) => {
  let front: Front;
  beforeAll(async () => {
    if (isThere) front = await start();
  });
  afterAll(() => front?.stop());

  it.skipIf(!isThere)(`an unmodified client is told the price and pays (with ${name})`, async () => {
    const [slug] = (await slugsByTier()).paid;
    const { pay, sent } = createPayingFetch(createWallet());
    const response = await pay(`${front.address}/api/v1/articles/${slug}`);
    expect([response.status, Article.parse(await response.json()).access_level]).toEqual([200, 'purchase']);
    expect(sent.map((request) => request.headers.has('payment-signature'))).toEqual([false, true]);
  });
});
