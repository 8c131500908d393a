import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Article, type ArticleFile } from '../../src/contract/schemas-articles.ts';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { ask, bearer, newKey, postJson, slugsByTier } from '../support/client.ts';
import { createWallet, signPayment } from './x402-wallet.ts';

const wallet = createWallet();
const addressOf = (slug: string) => `/api/v1/articles/${slug}`;
const { paid } = await slugsByTier();

async function findWithFiles(): Promise<{ slug: string; files: z.infer<typeof ArticleFile>[] }> {
  const key = await newKey();
  for (const slug of paid) {
    const { files } = Article.parse(await (await ask(addressOf(slug), bearer(key))).json());
    if (files) return { slug, files };
  }
  throw new Error('No paid article of the library has files.');
}

const article = await findWithFiles();
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const plain = article.files.map(({ url }) => pathOf(url));

async function pay(path: string): Promise<Response> {
  return ask(path, { headers: { 'payment-signature': encodeHeader(await signPayment(wallet, 2)) } });
}

async function signIn(): Promise<unknown> {
  const challenge = decodeHeader((await ask(addressOf(article.slug))).headers.get('payment-required') ?? '');
  const { info } = challenge.kind === 'json' ? Object(challenge.value).extensions['sign-in-with-x'] : {};
  return createSIWxPayload({ ...info, chainId: 'eip155:84532', type: 'eip191' }, wallet, info.uri);
}

async function callTool(meta: Record<string, unknown>) {
  const params = { name: 'get_article', arguments: { slug: article.slug }, _meta: meta };
  const response = await postJson('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return Article.parse((await response.json()).result.structuredContent);
}

/** Each address opens by itself, and the text shows none that does not. */
async function expectWhole({ files = [], markdown = '' }: z.infer<typeof Article>) {
  expect(files.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(plain.toSorted());
  for (const { url, media_type } of files) {
    const response = await ask(pathOf(url));
    expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, media_type]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(markdown.replaceAll(pathOf(url), '')).not.toContain(new URL(url).pathname);
  }
}

describe('whoever buys an article', () => {
  it('gets its figures, data and PDF at addresses that open by themselves, over REST and the tool server', async () => {
    for (const path of plain) expect((await ask(path, { redirect: 'manual' })).status).not.toBe(200);
    await expectWhole(Article.parse(await (await pay(addressOf(article.slug))).json()));
    const signed = { headers: { 'sign-in-with-x': encodeHeader(await signIn()) } };
    await expectWhole(Article.parse(await (await ask(addressOf(article.slug), signed)).json()));
    await expectWhole(await callTool({ 'x402/payment': await signPayment(wallet, 2) }));
    await expectWhole(await callTool({ 'x402/sign-in-with-x': await signIn() }));
  });

  it('gets each at its plain address by a payment or a signature', async () => {
    for (const path of plain) {
      const bought = await pay(path);
      expect([path, bought.status, bought.headers.has('payment-response')]).toEqual([path, 200, true]);
      const headers = { 'sign-in-with-x': encodeHeader(await signIn()) };
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 200]);
    }
  });
});
