import { expect, it } from 'vitest';
import { z } from 'zod';
import { askJson, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';

const noScript = { javaScriptEnabled: false };

describeInBrowser('without JavaScript', (open) => {
  it('an article is readable from its title to its references', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, noScript);
    expect((await page.locator('.prose').innerText()).split(/\s+/).length).toBeGreaterThan(500);
    expect(await page.locator('.js-only').filter({ visible: true }).count()).toBe(0);
  });

  it('search is a page', async () => {
    const page = await open('/', noScript);
    await page.locator('#q').fill('payment');
    await page.locator('.ask button').click();
    expect(new URL(page.url()).pathname).toBe('/search');
    expect(await page.locator('.results li').count()).toBeGreaterThan(0);
  });

  it('results are narrowed by a button, and its URL shows them again', async () => {
    const page = await open('/search?q=payment', noScript);
    const all = await page.locator('.results .entry').count();
    await page.locator('.search-filter button[value="free"]').click();
    await page.waitForURL('**/search?q=payment&tier=free');
    const tiers = await page.locator('.results .entry .tier').allInnerTexts();
    expect(new Set(tiers)).toEqual(new Set(['Free']));
    expect(tiers.length).toBeLessThan(all);
    await page.locator('.search-filter button:not([name])').click();
    await page.waitForURL('**/search?q=payment');
    expect(await page.locator('.results .entry').count()).toBe(all);
  });

  it('a list that is requested leads to exactly the articles that are counted', async () => {
    const Listed = z.object({ data: z.array(z.object({ authors: z.array(z.string()) })) });
    const [paid] = (await askJson('/api/v1/articles?tier=paid', Listed)).data;
    const name = paid?.authors[0] ?? '';
    const page = await open(`/search?q=${encodeURIComponent(`paid articles by ${name}`)}`, noScript);
    const link = page.locator('#list-title a');
    const counted = Number(/^\d+/.exec(await link.innerText())?.[0]);
    await link.click();
    expect(counted).toBeGreaterThan(0);
    expect(await page.locator('.result-count').innerText()).toContain(`${counted} article`);
    expect(await page.locator('.result-count').innerText()).toContain(name);
    expect(await page.locator('main .contents > li').count()).toBe(Math.min(counted, 20));
  });

  it('one click opens a paid article, the key is shown once, and signing out forgets it', async () => {
    const { paid } = await slugsByTier();
    const page = await open(`/articles/${paid[0]}`, noScript);
    const preview = (await page.locator('.prose').innerText()).length;
    await page.locator('.paywall .button').click();
    expect(new URL(page.url()).pathname).toBe(`/articles/${paid[0]}`);
    expect((await page.locator('.prose').innerText()).length).toBeGreaterThan(preview);
    expect(await page.locator('.notice-key pre').count()).toBe(1);
    await page.reload();
    expect(await page.locator('.notice-key pre').count()).toBe(0);
    await page.locator('.reader-status button').click();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('keeps the key out of reach of scripts and of other sites', async () => {
    const { paid } = await slugsByTier();
    const page = await open(`/articles/${paid[0]}`, noScript);
    await page.locator('.paywall .button').click();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'reader_key');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  });
});
