import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, newKey, slugsByTier } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';
import { describeInBrowser } from './browser.ts';

callFromManyAddresses();

const html = { accept: 'text/html' };

/** All of an answer that a cache or a reader could tell apart, its bytes included. */
async function readAnswer(path: string, headers: Record<string, string>) {
  const response = await ask(path, { headers });
  const said = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: response.status, said, body: await response.text() };
}

describe('a paid article at its own address', () => {
  it.each([html, { accept: 'text/markdown' }, { ...html, 'accept-encoding': 'br' }])(
    'is the same to the byte for everybody without a key that opens it (%j), before and after a reader had it open',
    async (headers) => {
      const { paid } = await slugsByTier();
      const key = await newKey();
      const path = `/articles/${paid[0]}`;
      const before = await readAnswer(path, headers);
      const open = await readAnswer(path, { ...headers, cookie: `reader_key=${key}` });
      expect(open.body.length).toBeGreaterThan(before.body.length * 1.2);
      const cookies = ['reader_key=nonsense', 'reader_key=', `other_reader_key=${key}`, 'reader_fresh=1', '; ;=;'];
      expect(await readAnswer(path, headers)).toEqual(before);
      for (const cookie of cookies) expect(await readAnswer(path, { ...headers, cookie })).toEqual(before);
    },
  );

  it('is open to the key in the cookie, and that answer is for nobody else and kept nowhere', async () => {
    const { paid } = await slugsByTier();
    const cookie = `theme=dark; reader_key=${await newKey()}`;
    for (const accept of ['text/html', 'text/markdown']) {
      const open = await ask(`/articles/${paid[0]}`, { headers: { accept, cookie } });
      expect(open.status).toBe(200);
      expect(open.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
      expect(open.headers.get('cache-control')).toBe('private, no-store');
      expect(open.headers.get('vary')).toContain('Cookie');
      expect(open.headers.get('etag')).toBeNull();
      expect(open.headers.get('access-control-allow-origin')).toBeNull();
      expect(await open.text()).not.toMatch(/class="paywall"|The preview ends here/);
    }
  });

  it('says that it varies by cookie, so that a browser with the preview asks again, and a free one does not', async () => {
    const { free, paid } = await slugsByTier();
    const varies = async (slug: string | undefined) => (await ask(`/articles/${slug}`)).headers.get('vary');
    expect(await varies(paid[0])).toBe('Accept, Accept-Encoding, Cookie');
    expect(await varies(free[0])).toBe('Accept, Accept-Encoding');
  });

  it('is what its former address leads to', async () => {
    const { paid } = await slugsByTier();
    for (const cookie of ['', `reader_key=${await newKey()}`]) {
      const led = await ask(`/read/${paid[0]}?from=mail`, { headers: { cookie }, redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([308, `/articles/${paid[0]}?from=mail`]);
      expect(await led.text()).toBe('');
    }
  });
});

const scripts = [{ javaScriptEnabled: true }, { javaScriptEnabled: false }];

describeInBrowser('a reader who has a key', (open) => {
  async function expectOpen(page: Page) {
    expect(await page.locator('.paywall').count()).toBe(0);
    expect(await page.locator('.reader-status').innerText()).toContain('demo key: reading');
  }

  async function openPaywall(options: BrowserContextOptions) {
    const { paid } = await slugsByTier();
    // Seen and kept by the browser before: what it kept must not be shown to the reader who opened it.
    const page = await open(`/articles/${paid[1]}`, options);
    expect(await page.locator('.paywall').count()).toBe(1);
    await page.goto(new URL(`/articles/${paid[0]}`, page.url()).href);
    expect(await page.locator('.reader-status').count()).toBe(0);
    return { page, paid };
  }

  it.each(scripts)('opens one article and has all of them open until she signs out (%j)', async (options) => {
    const { page, paid } = await openPaywall(options);
    await page.locator('.paywall .button').click();
    await page.waitForURL(`**/articles/${paid[0]}#preview-end`);
    await expectOpen(page);
    const top = await page.locator('#preview-end').evaluate((mark) => mark.getBoundingClientRect().top);
    expect(Math.abs(top)).toBeLessThan(200);
    expect(await page.locator('.notice-key pre').textContent()).toMatch(/^\w+_demo_[0-9a-f]+$/);

    for (const slug of paid.slice(1, 4)) {
      await page.goto(new URL('/articles?per_page=100', page.url()).href);
      await page.locator(`main a[href="/articles/${slug}"]`).first().click();
      await page.waitForURL(`**/articles/${slug}`);
      await expectOpen(page);
      expect(await page.locator('.notice-key').count()).toBe(0);
    }

    await page.locator('.reader-status button').click();
    await page.waitForURL('**#signed-out');
    expect(await page.locator('#signed-out').isVisible()).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    for (const slug of paid.slice(0, 4)) {
      await page.goto(new URL(`/articles/${slug}`, page.url()).href);
      expect(await page.locator('.paywall').count()).toBe(1);
      expect(await page.locator('.reader-status').count()).toBe(0);
    }
  });

  it.each(scripts)(
    'reads with the key she brings, and is told in one sentence when it is wrong (%j)',
    async (options) => {
      const { page, paid } = await openPaywall(options);
      const key = await newKey();
      await page.locator('.has-key summary').click();
      await page.locator('#own-key').fill(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`);
      await page.locator('.own-key button').click();
      expect(await page.locator('[role="alert"]').innerText()).toBe(
        'This key does not open the article: it is mistyped, revoked or expired.',
      );
      expect(await page.context().cookies()).toEqual([]);
      expect(await page.content()).not.toContain(key.slice(0, -1));

      await page.locator('#own-key').fill(` ${key} `);
      await page.locator('.own-key button').click();
      await page.waitForURL(`**/articles/${paid[0]}#preview-end`);
      await expectOpen(page);
      expect(await page.locator('.notice-key').count()).toBe(0);
    },
  );
});
