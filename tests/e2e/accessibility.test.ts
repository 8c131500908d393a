import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './browser.ts';
import { listPlaces } from './places.ts';

const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: { run(): Promise<AxeResults> };
  }
}

describeInBrowser('accessibility', (open) => {
  it.each(['light', 'dark'] as const)(
    'axe finds nothing on any kind of page in the %s scheme',
    async (colorScheme) => {
      // bypassCSP lets the checker into the page; what it looks at is the same.
      const page = await open('/', { colorScheme, bypassCSP: true });
      const found: string[] = [];
      for (const place of await listPlaces()) {
        await page.goto(new URL(place, page.url()).href);
        await page.evaluate(() => {
          for (const closed of document.querySelectorAll('details')) closed.open = true;
        });
        await page.evaluate(checker);
        const { violations } = await page.evaluate(() => window.axe.run());
        found.push(...violations.map(({ id, nodes }) => `${place} ${id}: ${nodes[0]?.html}`));
      }
      expect(found).toEqual([]);
    },
    180_000,
  );

  it('a number that leads to a note is at least 24 pixels high and the note opens beside it', async () => {
    const page = await open('/articles');
    for (const place of await listPlaces()) {
      await page.goto(new URL(place, page.url()).href);
      const reference = page.locator('[role="doc-noteref"]').first();
      if ((await reference.count()) === 0) continue;
      const box = await reference.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      await reference.click();
      expect(await page.locator('.note-popover').isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await page.locator('.note-popover').isVisible()).toBe(false);
      return;
    }
    throw new Error('No article has a footnote.');
  });
});
