import { expect, it } from 'vitest';
import { slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describeInBrowser('reading', (open) => {
  it('shows the first words of an article in the upper part of a phone, under one row of the header', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, phone);
    const top = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().top);
    expect(await top('.prose p')).toBeLessThan(844 * 0.6);
    expect(await page.locator('.site-header').evaluate((header) => header.clientHeight)).toBeLessThanOrEqual(64);
  });

  it('opens contents and size from the bar of a narrow window, and closes them at a link', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, phone);
    expect(await page.locator('.toc').isVisible()).toBe(false);
    await page.locator('.reading-bar [popovertarget="contents"]').click();
    await page.locator('.toc li:nth-child(2) a').click();
    expect(await page.locator('.toc').isVisible()).toBe(false);
    expect(new URL(page.url()).hash).not.toBe('');
  });

  it('keeps a chosen size and typeface on the next page, from its first paint', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`);
    const measure = () =>
      page
        .locator('.prose p')
        .first()
        .evaluate((text) => {
          const { fontSize, fontFamily } = getComputedStyle(text);
          return { size: Number.parseFloat(fontSize), isSans: fontFamily.startsWith('Inter') };
        });
    const usual = await measure();
    await page.locator('.article-tools [popovertarget="text-settings"]').click();
    await page.getByLabel('Very large').check();
    await page.getByLabel('Sans serif').check();
    await page.goto(new URL(`/articles/${free[1]}`, page.url()).href);
    expect(await measure()).toEqual({ size: usual.size * (24 / 19), isSans: true });
  });

  it.each([390, 1024, 1440])('shows the text while its size is chosen, in a window of %i pixels', async (width) => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, { viewport: { width, height: 844 } });
    const opener = width < 1024 ? '.reading-bar' : '.article-tools';
    await page.locator(`${opener} [popovertarget="text-settings"]`).click();
    const panel = page.locator('#text-settings');
    expect(await panel.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    );
    const covered = await panel.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const isUnder = ({ left, right, top, bottom }: DOMRect) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const texts = [...document.querySelectorAll('.article-header > *, .prose > *')];
      return texts.filter((text) => isUnder(text.getBoundingClientRect())).length;
    });
    // In a narrow window the panel is at its foot, over the last lines.
    if (width >= 1024) expect(covered).toBe(0);
    else expect((await panel.boundingBox())?.height).toBeLessThan(844 / 3);
    const isBesideLegend = await panel.locator('fieldset').evaluateAll((sets) =>
      sets.flatMap((set) => {
        const legend = set.querySelector('legend')?.getBoundingClientRect();
        return [...set.querySelectorAll('label')].map((label) => {
          const { left, top } = label.getBoundingClientRect();
          return !!legend && (left >= legend.right || top >= legend.bottom);
        });
      }),
    );
    expect(isBesideLegend).toEqual(Array(6).fill(true));
    const { accent, link } = await page.evaluate(() => ({
      accent: getComputedStyle(document.querySelector('[type=radio]') ?? document.body).accentColor,
      link: getComputedStyle(document.querySelector('.article-tools > a') ?? document.body).color,
    }));
    expect(accent).toBe(link);
  });

  it('returns from a chosen scheme to that of the system, and colours the frame of the browser with each', async () => {
    const page = await open('/pricing', { colorScheme: 'light' });
    const seen: (string | undefined)[][] = [];
    const names: string[] = [];
    for (let clicks = 0; clicks < 4; clicks += 1) {
      seen.push(
        await page.evaluate(() => [
          document.documentElement.dataset.theme,
          document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
        ]),
      );
      names.push(await page.locator('[data-toggle-theme]').ariaSnapshot());
      await page.locator('[data-toggle-theme]').click();
    }
    const [light, dark] = ['#f5f7f4', '#0f1513'];
    expect(seen).toEqual([
      [undefined, light],
      ['dark', dark],
      ['light', light],
      [undefined, light],
    ]);
    expect(names).toEqual(
      ['as the system', 'dark', 'light', 'as the system'].map(
        (scheme) => `- 'button "Switch colours. Now: ${scheme}"'`,
      ),
    );
  });

  it('unlocks at the section that was requested, marks what is open in lists, and signs out in place', async () => {
    const { paid } = await slugsByTier();
    const page = await open(`/articles/${paid[0]}`);
    const section = await page.locator('.outline li').last().getAttribute('id');
    await page.goto(`${page.url()}#${section}`);
    await page.locator('.paywall .button').click();
    await page.waitForURL(`**/articles/${paid[0]}#${section}`);
    expect(await page.locator('.article-header .tier').textContent()).toBe('Open to you');
    // The key is shown once, so it is shown where the reader is.
    expect(await page.locator(`[id="${section}"] + .notice-key`).count()).toBe(1);
    await page.goto(new URL('/articles', page.url()).href);
    expect(await page.locator('.tier-paid').first().textContent()).toBe('Open to you');
    await page.goto(new URL(`/articles/${paid[0]}`, page.url()).href);
    await page.locator('.reader-status button').click();
    await page.waitForURL(`**/articles/${paid[0]}#signed-out`);
    const [banner, brand] = await Promise.all(
      ['.signed-out', '.brand'].map((each) => page.locator(each).boundingBox()),
    );
    expect(banner?.x).toBe(brand?.x);
    await page.goto(new URL('/articles', page.url()).href);
    expect(await page.locator('.tier-paid').first().textContent()).toBe('Paid');
  });

  it('asks on the front page, quotes the best passage with its section, and has the question in its address', async () => {
    const page = await open('/?q=What+is+HTTP+402+for%3F');
    await page.waitForSelector('.ask-best blockquote mark');
    expect(await page.locator('.ask-best figcaption a').getAttribute('href')).toMatch(/^\/articles\/[^#]+#./);
    await page.locator('#q').fill('What makes a retry safe?');
    await page.locator('.ask .button').click();
    await page.waitForURL('**/?q=What+makes+a+retry+safe%3F');
  });

  it('copies a citation', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.cite [data-copy]').first().click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator('.cite .cite-text').first().innerText());
  });
});
