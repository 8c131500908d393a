import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { baseUrl } from '../support/client.ts';

const folder = 'tests/load/article-figures';
const free = '/artifacts/content-negotiation-and-the-vary-trap/vary-cache.ts';
const paid = '/artifacts/keys-that-prove-themselves/key-check.ts';

it('a script of a free article is served as it is, under the digest that its page says', async () => {
  const answer = await fetch(baseUrl + free);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes).toEqual(new Uint8Array(await readFile(`${folder}/vary-cache.ts`)));
  const page = await (await fetch(`${baseUrl}/articles/content-negotiation-and-the-vary-trap`)).text();
  expect(page).toContain(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  expect(page).toContain(`href="${free}"`);
});

it('the table of a chart says that it is CSV, and no browser takes it for anything else', async () => {
  const { api_key } = await (await fetch(`${baseUrl}/api/v1/agent/subscribe`, { method: 'POST' })).json();
  const { status, headers } = await fetch(`${baseUrl}/figures/a-canary-in-every-construct/vexilchart.csv`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect([headers.get('x-content-type-options'), headers.get('content-disposition')]).toEqual(['nosniff', null]);
});

it('a script of a paid article opens with the article, and is kept by nobody', async () => {
  const refused = await fetch(baseUrl + paid);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  expect(await refused.text()).not.toContain('createHmac');
  const { api_key } = await (await fetch(`${baseUrl}/api/v1/agent/subscribe`, { method: 'POST' })).json();
  const opened = await fetch(baseUrl + paid, { headers: { authorization: `Bearer ${api_key}` } });
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const page = await (await fetch(`${baseUrl}/articles/keys-that-prove-themselves`)).text();
  expect(page).not.toContain(`href="${paid}"`);
});

it.each([
  '/artifacts/nowhere/x.ts',
  '/artifacts/content-negotiation-and-the-vary-trap/key-check.ts',
  '/artifacts/content-negotiation-and-the-vary-trap/..%2f..%2flibrary.json',
  '/artifacts/content-negotiation-and-the-vary-trap/%2e%2e/%2e%2e/paid-library.bodies',
])('%s is nothing', async (path) => {
  expect([400, 404]).toContain((await fetch(baseUrl + path)).status);
});
