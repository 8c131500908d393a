import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { ask, askJson, newKey, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { findRevised } from './places.ts';

const permissions = ['clipboard-read', 'clipboard-write'];
const paragraph = '[data-prose] > p:nth-of-type(2)';
/** Screenshots go here where it is set. */
const { SCREENSHOTS } = process.env;

describeInBrowser('quotes', (open) => {
  it('are copied with their citation, and are exact where they are checked', async () => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, { permissions });
    await page.locator(paragraph).selectText();
    await page.locator('.quote-bar button').click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^“[\s\S]+”\n.+, .+, Version \S+\. http\S+\/versions\/\S+#:~:text=\S+$/);
    expect(await page.locator('.quote-bar a').getAttribute('href')).toMatch(/^mailto:.+subject=.+body=.+versions/);
    await page.goto(new URL('/verify', page.url()).href);
    await page.locator('textarea').fill(copied);
    await page.locator('.verify-form button').click();
    expect(await page.locator('.verified li').getAttribute('data-status')).toBe('exact');
    expect(await page.locator('.verified a').getAttribute('href')).toContain(':~:text=');
  });

  it('lead from an earlier text to the same passage of the newest', async () => {
    const { oldest } = await findRevised();
    const page = await open(`${oldest}#:~:text=the`);
    // Search engines list the newest text.
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
      page.url().replace(/\/versions\/.*/, ''),
    );
    expect(await page.locator('meta[name=robots]').count()).toBe(0);
    const link = page.locator('a[data-newest]');
    await page.waitForFunction(() => document.querySelector('a[data-newest]')?.getAttribute('href')?.includes(':~:'));
    expect(await link.getAttribute('href')).toMatch(/\/articles\/[\w-]+#:~:text=the$/);
  });

  it('lead with arrow keys from one change of a comparison to the next, and back', async () => {
    const { comparison } = await findRevised();
    const key = await newKey();
    const page = await open(comparison, { extraHTTPHeaders: { cookie: `reader_key=${key}` } });
    const count = await page.locator('.change-steps a').count();
    expect(count).toBeGreaterThan(0);
    // axe finds a small link only beside another one (WCAG 2.2, 2.5.8), and here there may be few.
    const sizes = await page.locator('.change-steps a').evaluateAll((links) =>
      links.flatMap((link) => {
        const { width, height } = link.getBoundingClientRect();
        return [width, height];
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    const places = async (key: string, times: number) => {
      const hashes: string[] = [];
      for (let presses = 0; presses < times; presses += 1) {
        await page.keyboard.press(key);
        hashes.push(await page.evaluate(() => location.hash));
      }
      return hashes;
    };
    // The keys come with a part that is fetched after the page.
    await page.waitForLoadState('networkidle');
    const forward = await places('ArrowRight', count);
    expect(forward).toEqual(Array.from({ length: count }, (_, at) => `#change-${at + 1}`));
    expect(await page.locator('.change-steps [aria-current]').textContent()).toBe(String(count));
    // Behind the last there is none.
    expect(await places('ArrowRight', 1)).toEqual([`#change-${count}`]);
    expect(await places('ArrowLeft', count - 1)).toEqual(forward.slice(0, -1).reverse());
  });

  it.skipIf(!SCREENSHOTS)('look right, wide and narrow, light and dark', async () => {
    const { slug, oldest, comparison } = await findRevised();
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const [name, path] of Object.entries({ verify: '/verify', old: oldest, comparison })) {
          const page = await open(path, { viewport: { width, height }, colorScheme });
          if (name === 'verify') {
            const { markdown = '' } = await askJson(`/api/v1/articles/${slug}`, Article);
            const sentence = /^[A-Z][^*_`[\]\n]{60,}?[.]/m.exec(markdown)?.[0] ?? '';
            const text = `“${sentence}” and “${sentence.replace(/ the | a /, ' no ')}” and “none of these words was ever published”`;
            await page.locator('textarea').fill(text);
            await page.locator('.verify-form button').click();
          }
          await page.screenshot({
            path: join(SCREENSHOTS ?? '', `${name}-${width}-${colorScheme}.png`),
            fullPage: name === 'verify',
          });
        }
      }
    }
  });
});

it('are checked without a script', async () => {
  const { free } = await slugsByTier();
  const { markdown = '' } = await askJson(`/api/v1/articles/${free[0]}`, Article);
  const sentence = /^[A-Z][^*_`[\]\n]{60,}?[.]/m.exec(markdown)?.[0] ?? '';
  const body = new URLSearchParams({ text: `“${sentence}” and “${sentence.replace(/ (\w+)\.$/, ' walruses.')}”` });
  const response = await ask('/verify', { method: 'POST', body });
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(Array.from(page.matchAll(/data-status="(\w+)"/g), ([, status]) => status)).toEqual(['exact', 'altered']);
  expect((await ask('/verify')).status).toBe(200);
  expect((await ask('/verify', { method: 'PUT' })).status).toBe(405);
});
