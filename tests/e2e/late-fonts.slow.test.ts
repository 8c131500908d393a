import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { measureShift } from './layout-shift.ts';
import { listPlaces } from './places.ts';

const visits: [delayMs: number, width: number][] = [
  ...[360, 768, 1440].map((width): [number, number] => [1_500, width]),
  // Within the time that a browser waits for a face before it paints.
  [60, 390],
];

/** Pages of the kind of /articles, and of that of /about. */
const sameKind = new Set(['/articles?tier=paid', '/contact', '/privacy', '/terms']);

/** One of each kind of page: one article of each tier, one with side notes, and an old version. */
async function listKinds(): Promise<string[]> {
  const { free, paid } = await slugsByTier();
  const others = (await listPlaces()).filter((place) => !place.startsWith('/articles/') && !sameKind.has(place));
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

/** Handles the places of a list, four at once: a page waits more than it computes. */
async function visitAll(places: readonly string[], openVisitor: () => Promise<(place: string) => Promise<void>>) {
  const waiting = places.values();
  const takeTurns = async () => {
    const visit = await openVisitor();
    for (const place of waiting) await visit(place);
  };
  await Promise.all(Array.from({ length: 4 }, takeTurns));
}

/** Fonts of the page that arrived without a preload, except those that a page needs for a few rare characters. */
async function findLateFonts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  const [loaded = [], preloaded = []] = await page.evaluate(() => [
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : [])),
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=preload]'), ({ href }) => href),
  ]);
  if (loaded.length === 0) return ['no font at all'];
  return loaded.filter((file) => !preloaded.includes(file) && !/-(?:more|greek|letters|signs)\./.test(file));
}

describeInBrowser('fonts', (open) => {
  it.each(visits)(
    'that arrive %i ms late move nothing on any kind of page at %i pixels, and are preloaded',
    async (delayMs, width) => {
      const faults: string[] = [];
      await visitAll(await listKinds(), async () => {
        const page = await open('/robots.txt', { viewport: { width, height: 900 } });
        // While its requests are routed, a page fetches again what the page before needed.
        await delayFonts(page, delayMs);
        return async (place) => {
          await page.goto(new URL(place, page.url()).href);
          const shift = await measureShift(page, delayMs + 500);
          if (shift >= 0.001) faults.push(`${place} moves by ${shift.toFixed(3)}`);
          for (const file of await findLateFonts(page)) faults.push(`${place} loads late: ${file}`);
        };
      });
      expect(faults).toEqual([]);
    },
  );
});
