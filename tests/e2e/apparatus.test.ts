import { expect, it } from 'vitest';
import { newKey } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { measureShift } from './layout-shift.ts';

const noted = '/articles/idempotency-for-machines';
const wide = { viewport: { width: 1440, height: 900 } };

describeInBrowser('notes, references and figures', (open) => {
  it('footnotes stand beside the text where there is room, and move nothing', async () => {
    const page = await open(noted, wide);
    const notes = page.locator('.side-note');
    await notes.first().waitFor();
    expect(await notes.count()).toBe(await page.locator('.footnotes li').count());
    const column = await page.locator('.article-main').boundingBox();
    const box = await notes.first().boundingBox();
    expect(box?.x).toBeGreaterThan((column?.x ?? 0) + (column?.width ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1440);
    expect(await measureShift(page, 600)).toBeLessThan(0.001);
    await page.setViewportSize({ width: 1100, height: 900 });
    await expect.poll(() => notes.count()).toBe(0);
  });

  it('a footnote opens under the pointer where it is not beside the text', async () => {
    const page = await open(noted, wide);
    const number = page.locator('[data-prose] [role="doc-noteref"]').first();
    const popover = page.locator('.note-popover');
    await page.locator('.side-note').first().waitFor();
    await number.hover();
    await page.waitForTimeout(800);
    expect(await popover.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1100, height: 900 });
    await page.locator('.side-note').first().waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await number.hover();
    await popover.waitFor({ state: 'visible' });
  });

  it('a reference opens under the pointer, stays while it is read, and goes with Escape', async () => {
    const page = await open(noted, wide);
    const popover = page.locator('.note-popover');
    await page.locator('[role="doc-biblioref"]').first().hover();
    await popover.waitFor({ state: 'visible' });
    const reference = await page.locator('#ref-1').textContent();
    expect(await popover.textContent()).toBe(reference);
    await popover.hover();
    await page.waitForTimeout(500);
    expect(await popover.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await popover.isVisible()).toBe(false);
  });

  it('a reference opens under the focus of the keyboard', async () => {
    const page = await open(noted, wide);
    await page.locator('.article-tools > a').focus();
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.matches('[role="doc-biblioref"]'))) break;
    }
    await page.locator('.note-popover').waitFor({ state: 'visible' });
  });

  it('a link to another article shows its public title and description', async () => {
    const page = await open('/articles/a-withdrawn-comparison-of-two-search-engines', wide);
    await page.locator('.prose a[href="/articles/ranking-without-a-model"]').hover();
    const popover = page.locator('.note-popover');
    await popover.waitFor({ state: 'visible' });
    expect(await popover.textContent()).toContain('Ranking without a model');
    expect(await popover.textContent()).toContain('Paid');
  });

  it('lets a reader set the numbers of a chart by keyboard, moves nothing, and leaves it out without a script', async () => {
    const place = '/articles/a-canary-in-every-construct';
    const extraHTTPHeaders = { cookie: `reader_key=${await newKey()}` };
    const page = await open(place, { extraHTTPHeaders });
    const play = page.locator('.play');
    const bar = play.locator('li');
    expect(await bar.textContent()).toBe('vexilplayrow9');
    const before = await play.boundingBox();
    const slider = play.getByLabel('vexilplayname');
    await slider.press('Home');
    await expect.poll(() => bar.textContent()).toBe('vexilplayrow7');
    expect(await slider.getAttribute('aria-valuetext')).toBe('1');
    expect((await play.boundingBox())?.height).toBe(before?.height);
    const plain = await open(place, { extraHTTPHeaders, javaScriptEnabled: false });
    expect(await plain.locator('.plot').isVisible()).toBe(true);
    expect(await plain.locator('.play').isVisible()).toBe(false);
  });

  it('a figure opens in its own size, and by its own address without a script', async () => {
    const path = '/articles/content-negotiation-and-the-vary-trap';
    const page = await open(path, wide);
    await page.locator('.figure-zoom').first().click();
    const dialog = page.locator('.zoom-dialog');
    await dialog.waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    const plain = await open(path, { ...wide, javaScriptEnabled: false });
    await plain.locator('.figure-zoom').first().click();
    expect(new URL(plain.url()).pathname).toMatch(/^\/figures\/.*\.svg$/);
  });

  it.each(['light', 'dark'] as const)(
    'a figure has the form of a %s page, chosen by the system or by the reader',
    async (scheme) => {
      const page = await open('/articles/content-negotiation-and-the-vary-trap', { ...wide, colorScheme: scheme });
      const forms = (shown: string) => page.locator(`.figure-zoom .${shown}-form`).first().isVisible();
      const other = scheme === 'light' ? 'dark' : 'light';
      expect([await forms(scheme), await forms(other)]).toEqual([true, false]);
      await page.locator('[data-toggle-theme]').click();
      expect([await forms(scheme), await forms(other)]).toEqual([false, true]);
    },
  );
});

describeInBrowser('the place where a reader stopped', (open) => {
  it('is kept on the device and offered when she comes back, without moving anything', async () => {
    const page = await open(noted, wide);
    const title = await page.locator('.prose h2').nth(3).innerText();
    await page
      .locator('.prose h2')
      .nth(3)
      .evaluate((heading) => heading.scrollIntoView());
    await page.waitForFunction(() => localStorage.length > 0);
    await page.goto(new URL('/articles', page.url()).href);
    await page.goto(new URL(noted, page.url()).href);
    const offer = page.locator('.reading-place');
    expect(await offer.textContent()).toContain(title);
    expect(await measureShift(page, 600)).toBeLessThan(0.001);
    await page.setViewportSize({ width: 390, height: 844 });
    const [box, bar] = await Promise.all([offer.boundingBox(), page.locator('.reading-bar').boundingBox()]);
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await offer.click();
    expect(await page.locator('.prose h2').nth(3).isVisible()).toBe(true);
    expect(await offer.count()).toBe(0);
  });
});
