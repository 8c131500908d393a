import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ClientInformation } from '../../src/contract/schemas-oauth.ts';
import { baseUrl, postJson, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { type Checker, checkByAxe, checkByPa11y, checkContrast } from './checkers.ts';
import { findRevised, listPlaces } from './places.ts';

const checkers: { name: string; check: Checker }[] = [
  { name: 'axe', check: checkByAxe },
  { name: 'pa11y', check: checkByPa11y },
];

/** Colours apart, a checker can find nothing in one scheme that it does not find in the other. */
const schemes = [
  ['light', [checkByAxe, checkByPa11y]],
  ['dark', [checkContrast, checkByPa11y]],
] as const;

/** Where an app leads a person who is asked to allow it, and the same request with a mistake. */
async function consentPlaces(): Promise<string[]> {
  const redirect = 'http://127.0.0.1:9/callback';
  const metadata = { client_name: 'Reading Room', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
  const { client_id } = ClientInformation.parse(await (await postJson('/agent/auth/register', metadata)).json());
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: redirect,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  const place = `/agent/auth/authorize?${query}`;
  return [place, place.replace('S256', 'plain')];
}

/**
 * Every kind of page as it is first met, and then what a reader's own clicks bring: the search, an answer, an opened
 * article.
 */
async function* walk(page: Page): AsyncGenerator<string> {
  for (const place of [...(await listPlaces()), ...(await consentPlaces())]) {
    await page.goto(baseUrl + place);
    await page.evaluate(() => {
      for (const closed of document.querySelectorAll('details')) closed.open = true;
    });
    yield place;
  }
  await page.goto(baseUrl);
  await page.locator('#q').fill('payment');
  await page.locator('.ask button').click();
  await page.waitForSelector('.ask-output a');
  yield 'the answer on the front page';
  await page.keyboard.press('Control+k');
  await page.keyboard.type('payment');
  await page.waitForSelector('.search-dialog .ask-results a');
  yield 'the search dialog';
  const { paid } = await slugsByTier();
  await page.goto(`${baseUrl}/articles/${paid[0]}`);
  await page.locator('.has-key summary').click();
  await page.locator('#own-key').fill('nonsense');
  await page.locator('.own-key button').click();
  await page.waitForSelector('[role="alert"]');
  yield 'a refused key';
  await page.goto(`${baseUrl}/articles/${paid[0]}`);
  await page.locator('.paywall .button').click();
  await page.waitForSelector('.notice-key pre');
  yield 'an opened article with its key';
  // The changes of a paid text are shown to its readers alone.
  await page.goto(baseUrl + (await findRevised()).comparison);
  await page.waitForSelector('.change-steps a');
  yield 'a comparison of two texts with its changes';
}

describeInBrowser('accessibility', (open) => {
  it('axe and pa11y find nothing on any kind of page, light or dark', { timeout: 600_000 }, async () => {
    // bypassCSP lets the checkers into the page; without motion no colour is caught halfway.
    const page = await open('/', { bypassCSP: true, reducedMotion: 'reduce' });
    const found: string[] = [];
    for await (const place of walk(page))
      for (const [scheme, checks] of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const check of checks) found.push(...(await check(page)).map((fault) => `${place}, ${scheme}: ${fault}`));
      }
    expect(found).toEqual([]);
  });

  it.each(checkers)('$name sees a picture without alternative text and pale letters', async ({ check }) => {
    const page = await open('/why', { bypassCSP: true });
    await page.evaluate(() => {
      const pale = document.createElement('p');
      pale.style.cssText = 'color: #ccc; background: #fff';
      pale.append('Hard to read', document.createElement('img'));
      document.querySelector('main')?.append(pale);
    });
    expect((await check(page)).length).toBeGreaterThanOrEqual(2);
  });

  it('a number that leads to a note is at least 24 pixels high and the note opens beside it', async () => {
    const page = await open('/articles');
    for (const place of await listPlaces()) {
      await page.goto(new URL(place, page.url()).href);
      const reference = page.locator('[role="doc-noteref"]').first();
      if ((await reference.count()) === 0) continue;
      const box = await reference.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      await reference.click();
      await page.locator('.note-popover').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.locator('.note-popover').isVisible()).toBe(false);
      return;
    }
    throw new Error('No article has a footnote.');
  });
});
