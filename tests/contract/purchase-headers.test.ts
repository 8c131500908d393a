import { expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';

it.each([
  ['a usual base URL, and the receipt', 'https://journal.example', true],
  ['a long base URL, without the receipt', `https://${'publications.'.repeat(6)}research.example:8443`, false],
  ['the longest base URL, without the receipt', `https://${`${'a'.repeat(60)}.`.repeat(4)}example`, false],
])('the headers of a purchase are under 3.5 KB with %s', async (_, baseUrl, hasReceipt) => {
  const { app } = await createTestApp(makeLibrary(baseUrl), { now: Date.now });
  const payment = encodeHeader(await signPayment(createWallet(), 2));
  const request = new Request(`${baseUrl}/api/v1/articles/paid-study?section=the-paid-part`, {
    headers: { 'payment-signature': payment },
  });
  const response = await app.fetch(request, { requestId: '01234567-89ab-cdef-0123-456789abcdef' });
  const { receipt } = Article.parse(await response.json());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  expect(headers.length).toBeLessThan(3_500);
  expect(receipt).toBeDefined();
  const settled = JSON.stringify(decodeHeader(response.headers.get('payment-response') ?? ''));
  expect(settled).toContain('"success":true');
  expect(settled.includes(`"signature":"${receipt}"`)).toBe(hasReceipt);
});
