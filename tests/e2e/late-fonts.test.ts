import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { measureShift } from './layout-shift.ts';
import { listPlaces } from './places.ts';

const visits: [delayMs: number, width: number][] = [
  ...[360, 768, 1440].map((width): [number, number] => [1_500, width]),
  // Within the time that a browser waits for a face before it paints.
  [60, 390],
];

/** One of each kind of page: one article of each tier, one with side notes, and an old version. */
async function listKinds(): Promise<string[]> {
  const { free, paid } = await slugsByTier();
  const others = (await listPlaces()).filter((place) => !place.startsWith('/articles/'));
  const old = '/articles/canonical-numbers-rate-limit-headers/versions/1.0';
  const articles = [free[0], paid[0], 'idempotency-for-machines'].map((slug) => `/articles/${slug}`);
  return [...others, ...articles, old, '/verify'];
}

/** From here on, each font file arrives so many milliseconds later than everything else. */
async function delayFonts(page: Page, delayMs: number): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The page may be closed, or another one open, by now.
    await route.continue().catch(() => undefined);
  });
}

describeInBrowser('fonts', (open) => {
  describe('that arrive late', () => {
    it.each(visits)('by %i ms move nothing on any kind of page at %i pixels', async (delayMs, width) => {
      const waiting = (await listKinds()).values();
      const moved: string[] = [];
      const takeTurns = async () => {
        const page = await open('/robots.txt', { viewport: { width, height: 900 } });
        await delayFonts(page, delayMs);
        for (const place of waiting) {
          await page.goto(new URL(place, page.url()).href);
          const shift = await measureShift(page, delayMs + 500);
          if (shift >= 0.001) moved.push(`${place} by ${shift.toFixed(3)}`);
        }
      };
      await Promise.all(Array.from({ length: 8 }, takeTurns));
      expect(moved).toEqual([]);
    });
  });

  it('are preloaded, except those that a page needs for a few rare characters', async () => {
    for (const place of await listKinds()) {
      // Of its own: the browser fetches again what the page before needed.
      const page = await open(place);
      await page.waitForLoadState('networkidle');
      const [loaded, preloaded] = await page.evaluate(() => [
        performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
        Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=preload]'), ({ href }) => href),
      ]);
      const late = loaded?.filter(
        (file) => !preloaded?.includes(file) && !/-(?:more|greek|letters|signs)\./.test(file),
      );
      expect(late, place).toEqual([]);
      await page.context().close();
    }
  });
});
