import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readPageExamples } from '../specification/example-document.ts';
import { ask, baseUrl } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';
import { describeInBrowser } from './browser.ts';
import { checkByAxe, checkByPa11y, checkContrast } from './checkers.ts';
import { measureShift } from './layout-shift.ts';

callFromManyAddresses();

/** Every page with examples, and its Markdown. The last one revokes the key of the others. */
async function listGuides(): Promise<[path: string, markdown: string][]> {
  const sitemap = await (await ask('/sitemap.xml')).text();
  const found = Array.from(sitemap.matchAll(/<loc>[^<]*(\/developers\/[^<]*)<\/loc>/g), ([, path = '']) => path);
  const guides = [...found.filter((path) => !path.includes('/reference-')), '/pricing'];
  return [...guides.map((path): [string, string] => [path, `${path}.md`]), ['/agent/auth', '/auth.md']];
}

/** Opens a page, and everything that is folded on it, and waits for the buttons. */
async function openGuide(page: Page, path: string): Promise<void> {
  await page.goto(baseUrl + path);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await page.locator('.code-block').first().hover();
  await page.locator('.run-code').first().waitFor({ state: 'attached' });
  // They are added in the order of the page.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

/** Presses a button and returns what is shown under its example, a text for each request. */
async function press(page: Page, index: number): Promise<string[]> {
  const block = page.locator('.runnable').nth(index);
  await block.locator('.run-code').click();
  await block.locator('.try-output pre').first().waitFor();
  await block.locator('.run-code:not([aria-busy])').waitFor({ state: 'attached' });
  return block.locator('.try-output pre').allTextContents();
}

const statusOf = (shown = '') => /\n\n(\d{3}) /.exec(shown)?.[1] ?? shown;

describeInBrowser('an example of a guide', (open) => {
  it('is sent by its button, and gets the status that the guide shows', { timeout: 400_000 }, async () => {
    const page = await open('/developers');
    const faults: string[] = [];
    let pressed = 0;
    for (const [path, markdown] of await listGuides()) {
      const examples = readPageExamples(path, await (await ask(markdown)).text());
      if (!examples.some(({ kind }) => kind === 'shell')) continue;
      await openGuide(page, path);
      const codes = await page.locator('.runnable > pre').allTextContents();
      pressed += codes.length;
      for (const [index, code] of codes.entries()) {
        const example = examples.find((each) => each.code.trim() === code.trim());
        const expected = /^HTTP\/1\.1 (\d{3})/.exec(example?.answer?.text ?? '')?.[1] ?? '2';
        const shown = await press(page, index);
        const last = statusOf(shown.at(-1));
        if (!example || !last.startsWith(expected)) faults.push(`${path}: ${code}\n${shown.join('\n')}`);
      }
    }
    expect(faults).toEqual([]);
    expect(pressed).toBe(48);
  });

  it('gets a demo key first where the tab has none, which the reference then has too', async () => {
    const page = await open('/developers/authentication');
    await openGuide(page, '/developers/authentication');
    const [subscription = '', account = '', ...more] = await press(page, 0);
    expect(more).toEqual([]);
    expect(subscription).toMatch(/^POST http.*\/api\/v1\/agent\/subscribe\n\n200 /);
    expect(account).toMatch(/^GET http.*\/api\/v1\/agent\/account\n\n200 [\s\S]*"plan": "demo"/);
    const key = /"api_key": "([^"]+)"/.exec(subscription)?.[1];
    // The second time it has the key.
    expect(await press(page, 0)).toHaveLength(1);
    await page.goto(`${baseUrl}/developers/reference-access`);
    await page.locator('summary').first().hover();
    const field = page.locator('input[data-place=key]').first();
    await expect.poll(() => field.inputValue()).toBe(key);
  });

  it('names the example that assigns its variable, and sends nothing, before that one was run', async () => {
    const page = await open('/developers/oauth');
    await openGuide(page, '/developers/oauth');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const [shown = ''] = await press(page, 1);
    expect(shown).toMatch(/^\$TOKEN: This variable has no value yet\. [\s\S]*\n\nTOKEN=\$\(curl -s http/);
    expect(sent).toEqual([]);
    await press(page, 0);
    expect(statusOf((await press(page, 1))[0])).toBe('200');
  });

  it('says what is missing where a response has no value to take, and stops there', async () => {
    const page = await open('/developers/quick-start');
    await page.route('**/api/v1/agent/subscribe', (route) => route.fulfill({ status: 429, body: '{"error":{}}' }));
    await openGuide(page, '/developers/quick-start');
    const index = (await page.locator('.runnable > pre').allTextContents()).findIndex((code) => code.includes('$KEY'));
    const [first = '', second = '', ...more] = await press(page, index);
    expect([statusOf(first), more]).toEqual(['429', []]);
    expect(second).toContain('does not contain the value');
    expect(await page.evaluate(() => sessionStorage.getItem('sandbox-key'))).toBeNull();
  });

  it.each([
    ['a keyboard', 1280, false],
    ['a finger', 390, true],
  ])('has its button at the first sign of use by %s, and nothing moves', async (_, width, hasTouch) => {
    const page = await open('/developers/mcp', { viewport: { width, height: 844 }, hasTouch, isMobile: hasTouch });
    if (hasTouch) await page.locator('h1').tap();
    else await page.locator('.code-block pre').first().focus();
    await page.locator('.run-code').first().waitFor({ state: 'attached' });
    expect(await measureShift(page, 500)).toBe(0);
    const gaps = await page.locator('.runnable').evaluateAll((blocks) =>
      blocks.map((block) => {
        const [run, copy] = ['.run-code', '.copy-code'].map((name) =>
          block.querySelector(name)?.getBoundingClientRect(),
        );
        const code = block.querySelector('code')?.getClientRects()[0];
        const isBeside = run && copy && run.right <= copy.left && run.top === copy.top;
        return isBeside && code ? code.top - run.bottom : Number.NaN;
      }),
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  });

  it('is run from the keyboard, which stays on its button', async () => {
    const page = await open('/developers/errors');
    await page.locator('.code-block pre').first().focus();
    await page.locator('.run-code').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('run-code');
    expect(
      await page
        .locator('.run-code')
        .first()
        .evaluate((button) => getComputedStyle(button).opacity),
    ).toBe('1');
    await page.keyboard.press('Enter');
    const output = page.locator('[aria-live=polite].try-output').first();
    await output.locator('pre').waitFor();
    expect(statusOf((await output.locator('pre').textContent()) ?? '')).toBe('404');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('run-code');
    await page.emulateMedia({ media: 'print' });
    expect(await output.isVisible()).toBe(false);
  });

  it('and its responses have no fault for axe and pa11y, light or dark, and fit on a phone', async () => {
    const options = { viewport: { width: 390, height: 844 }, bypassCSP: true, reducedMotion: 'reduce' } as const;
    const page = await open('/developers/authentication', options);
    await openGuide(page, '/developers/authentication');
    await press(page, 0);
    await press(page, 2);
    const found: string[] = [];
    for (const [scheme, checks] of [
      ['light', [checkByAxe, checkByPa11y]],
      ['dark', [checkContrast, checkByPa11y]],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const check of checks) found.push(...(await check(page)));
    }
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
