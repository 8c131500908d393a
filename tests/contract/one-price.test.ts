import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderRslLicense } from '../../src/protocols/discovery/rsl-license.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

/** An article with a price of its own beside one that has the price of its tier. */
const prices = { 'paid-study': 0.08, 'paid-survey': 0.05 } as const;
const slugs = ['paid-study', 'paid-survey'] as const;
const units = (slug: keyof typeof prices) => String(prices[slug] * 1_000_000);

const Unpaid = z.looseObject({
  payment: z.looseObject({ price: z.number(), currency: z.string() }),
  accepts: z.array(z.looseObject({ maxAmountRequired: z.string() })),
});
const Required = z.looseObject({ accepts: z.array(z.looseObject({ amount: z.string() })) });
const Failure = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    data: Required.extend({ payment: z.looseObject({ price: z.number() }) }),
  }),
});
const Preview = z.looseObject({
  result: z.looseObject({ structuredContent: z.looseObject({ metadata: z.looseObject({ price: z.string() }) }) }),
});

describe('the price of an article', () => {
  let world: Awaited<ReturnType<typeof createTestApp>>;

  beforeAll(async () => {
    const { open, sold } = makeLibrary(testBase);
    const articles = open.articles.map((article) =>
      article.slug === 'paid-study' ? { ...article, price: prices['paid-study'] } : article,
    );
    world = await createTestApp({ open: { ...open, articles }, sold }, { now: Date.now });
  });

  function request(path: string, headers: Record<string, string> = {}) {
    return world.app.fetch(new Request(testBase + path, { headers }), { requestId: 'r1' });
  }
  async function callTool(path: string, name: string, args: unknown): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const headers = { 'content-type': 'application/json' };
    return (
      await world.app.fetch(new Request(testBase + path, { method: 'POST', headers, body }), { requestId: 'r1' })
    ).json();
  }
  const pay = async (slug: string, value: string) => {
    const payment = await signPayment(createWallet(), 2, { value, accepted: { amount: value } });
    return request(`/api/v1/articles/${slug}`, { 'payment-signature': encodeHeader(payment) });
  };

  it.each(slugs)('is the same on every surface, and what a payment is checked against (%s)', async (slug) => {
    const price = prices[slug];
    const unpaid = await request(`/api/v1/articles/${slug}`);
    expect(unpaid.status).toBe(402);
    const body = Unpaid.parse(await unpaid.json());
    expect(body.payment).toMatchObject({ price, currency: 'USD' });
    expect(body.accepts[0]?.maxAmountRequired).toBe(units(slug));
    const header = Required.parse(JSON.parse(atob(unpaid.headers.get('payment-required') ?? '')));
    expect(header.accepts[0]?.amount).toBe(units(slug));

    const { error } = Failure.parse(await callTool('/mcp', 'get_article', { slug }));
    expect(error.message).toContain(`costs ${price} USD`);
    expect(error.data.payment.price).toBe(price);
    expect(error.data.accepts[0]?.amount).toBe(units(slug));
    const preview = Preview.parse(await callTool('/mcp/connector', 'fetch', { id: slug }));
    expect(preview.result.structuredContent.metadata.price).toBe(`${price} USD`);

    const { publication, urls, library, catalogue } = world.services;
    const license = renderRslLicense({ publication, urls, articles: catalogue.list(), tiers: library.tiers });
    expect(license).toContain(`<amount currency="USD">${price}</amount>`);

    const other = slug === 'paid-study' ? units('paid-survey') : units('paid-study');
    expect((await pay(slug, other)).status).toBe(402);
    const paid = await pay(slug, units(slug));
    expect(paid.status).toBe(200);
    const { receipt } = z.looseObject({ receipt: z.string() }).parse(await paid.json());
    expect(decodeJwt(receipt)).toMatchObject({ slug, price, currency: 'USD' });
  });
});
