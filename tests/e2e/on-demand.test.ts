import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './browser.ts';

/** Parts of the script that were asked for after the page was there, by the name of their source. */
function noteParts(page: Page): string[] {
  const parts: string[] = [];
  page.on('request', (request) => {
    const part = /\/_astro\/([a-z-]+)\.[^/]+\.js$/.exec(request.url())?.[1];
    if (part) parts.push(part);
  });
  return parts;
}

/** As on a line that breaks after the page came. */
async function refuseParts(page: Page) {
  await page.route(/\/_astro\/(search-dialog|zoom|ask-box)\./, (route) => route.abort());
}

const withFigure = '/articles/idempotency-for-machines';

describeInBrowser('parts of the script that are fetched when they are used', (open) => {
  it('fetches the previews at the first link under the pointer, and none before', async () => {
    const page = await open(withFigure);
    await page.waitForLoadState('networkidle');
    const parts = noteParts(page);
    await page
      .locator('[data-prose] p')
      .first()
      .hover({ position: { x: 1, y: 1 } });
    expect(parts).toEqual([]);
    await page.locator('[data-prose] [role="doc-biblioref"]').first().hover();
    await page.locator('.note-popover').waitFor();
    expect(parts).toContain('previews');
  });

  it('shows no preview of a link that the pointer has left before the previews came', async () => {
    const page = await open(withFigure);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/_astro\/previews\./, async (route) => {
      await held;
      await route.continue();
    });
    const came = page.waitForResponse(/\/_astro\/previews\./);
    await page.locator('[data-prose] [role="doc-biblioref"]').first().hover();
    await page.mouse.move(0, 0);
    release();
    await came;
    await page.waitForTimeout(600);
    expect(await page.locator('.note-popover').count()).toBe(0);
  });

  it('opens no note inside the sentence where the browser has no popovers: the number leads to it', async () => {
    const page = await open('/');
    await page.addInitScript(() => {
      for (const name of ['popover', 'showPopover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
    });
    const parts = noteParts(page);
    await page.goto(new URL(withFigure, page.url()).href);
    await page.waitForLoadState('networkidle');
    const number = page.locator('[data-prose] [role="doc-biblioref"]').first();
    await number.hover();
    await number.click();
    await page.waitForURL(/#./);
    expect(parts).not.toContain('previews');
    expect(await page.locator('.note-popover').count()).toBe(0);
  });

  it('keeps the letters that are typed while the search is on its way', async () => {
    const page = await open('/pricing');
    await page.route(/\/_astro\/search-dialog\./, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency');
    const field = page.locator('.search-dialog input');
    await field.waitFor();
    expect(await field.inputValue()).toBe('idempotency');
    await page.waitForSelector('.search-dialog .ask-results a');
  });

  it('follows the link or sends the form when a part cannot be fetched', async () => {
    const search = await open('/pricing');
    await refuseParts(search);
    await search.locator('[data-open-search]').click();
    await search.waitForURL((url) => url.pathname === '/search');

    const home = await open('/');
    await refuseParts(home);
    await home.locator('#q').fill('payment');
    await home.keyboard.press('Enter');
    await home.waitForURL('**/search?q=payment');
  });

  it('says how long to wait after too many searches, in the dialog and on the front page', async () => {
    const page = await open('/');
    await page.route(/\/(?:search\/instant|ask)\?/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '12' }, body: '' }),
    );
    const told = 'Too many requests. Try again in 12 seconds.';
    await page.locator('#q').fill('payment');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-ask-output] .ask-status').textContent()).toBe(told);
    await page.locator('[data-open-search]').click();
    await page.locator('.search-dialog input').fill('payment');
    await expect.poll(() => page.locator('.search-dialog .ask-status').textContent()).toBe(told);
  });

  it('offers tools to a browser that speaks WebMCP, and fetches nothing for any other', async () => {
    const plain = await open('/');
    const parts = noteParts(plain);
    await plain.reload({ waitUntil: 'networkidle' });
    expect(parts.filter((part) => part === 'webmcp')).toEqual([]);

    await plain.addInitScript(() => {
      const names: string[] = [];
      Object.assign(window, { offeredTools: names });
      Object.defineProperty(navigator, 'modelContext', {
        value: { registerTool: ({ name }: { name: string }) => names.push(name) },
      });
    });
    await plain.reload({ waitUntil: 'networkidle' });
    expect(await plain.evaluate(() => Reflect.get(window, 'offeredTools'))).toEqual([
      'ask_library',
      'list_articles',
      'read_article',
    ]);
  });
});
