import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-table.ts';
import { ask } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';

/**
 * Pixels at the widths of a small desktop and of a large one, where type is larger too: what a reader still scrolls
 * through.
 */
const tallest = 6_000;
/**
 * The specification has one document for credentials, which cannot be split; its code wraps, so that every line is
 * seen.
 */
const tallestOfCredentials = 7_200;

async function listPages(): Promise<string[]> {
  const sitemap = await (await ask('/sitemap.xml')).text();
  return Array.from(sitemap.matchAll(/<loc>[^<]*(\/developers[^<]*)<\/loc>/g), ([, path = '']) => path);
}

/** Headings and operations of the one page that the documentation was: addresses that others have written down. */
const oldAnchors = [
  ...['quick-start', 'authentication', 'paywall-answers', 'pagination', 'following-changes', 'errors', 'rate-limits'],
  ...['caching', 'sandbox', 'idempotency', 'ask-in-plain-words', 'mcp-tool-servers', 'oauth-flows', 'x402'],
  ...['checkout-sessions', 'cors', 'versioning', 'changelog', 'operation-getArticle', ...errorCodes],
];

describeInBrowser('the developer pages', (open) => {
  it('are many, none taller than 6,000 pixels on a desktop, and none wider than a phone', async () => {
    const paths = [...(await listPages()), '/agent/auth'];
    expect(paths.length).toBeGreaterThan(16);
    const page = await open('/developers');
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href);
      for (const width of [1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const limit = path === '/agent/auth' ? tallestOfCredentials : tallest;
        expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(limit);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
  });

  it('have code level with the text that introduces it, in a wide window, and text directly under text', async () => {
    const page = await open('/developers', { viewport: { width: 1440, height: 900 } });
    const drifts: string[] = [];
    let count = 0;
    for (const path of (await listPages()).filter((each) => !each.includes('/reference-'))) {
      await page.goto(new URL(path, page.url()).href);
      const steps = await page.locator('.step:has(> .step-text:first-child)').evaluateAll((all) =>
        all.map((step) => {
          const [text, code, rest] = [...step.children].map((part) => part.getBoundingClientRect());
          return { drift: (code?.top ?? 0) - (text?.top ?? 0), gap: rest && text ? rest.top - text.bottom : 0 };
        }),
      );
      count += steps.length;
      if (steps.some(({ drift, gap }) => Math.abs(drift) > 8 || gap > 32)) drifts.push(path);
    }
    expect(drifts).toEqual([]);
    expect(count).toBeGreaterThan(20);
  });

  it('fade the foot of a list of guides that scrolls, and show the one that is read', async () => {
    const page = await open('/developers/reference-evidence', { viewport: { width: 1024, height: 600 } });
    const gutter = page.locator('.article-side');
    const { isCut, foot, isShown, hasRoom } = await gutter.evaluate((side) => {
      const isWithin = (entry: Element | null | undefined) =>
        (entry?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY) <= side.getBoundingClientRect().bottom - 32;
      const isShown = isWithin(side.querySelector('[aria-current]'));
      side.scrollTop = side.scrollHeight;
      return {
        isCut: side.scrollHeight > side.clientHeight,
        foot: getComputedStyle(side, '::after').position,
        isShown,
        // At its end nothing is under the fading foot.
        hasRoom: isWithin(side.querySelector('.guide-list > ul:last-of-type > li:last-child')),
      };
    });
    expect({ isCut, foot, isShown, hasRoom }).toEqual({ isCut: true, foot: 'sticky', isShown: true, hasRoom: true });
  });

  it('have no code that runs into the next column of a table, on a phone', async () => {
    const page = await open('/developers', { viewport: { width: 390, height: 844 } });
    const wide: string[] = [];
    for (const path of await listPages()) {
      await page.goto(new URL(path, page.url()).href);
      const cells = await page.locator('.prose :is(th, td)').evaluateAll((all) =>
        all.flatMap((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const isOver = range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 0.5;
          return isOver ? [cell.textContent] : [];
        }),
      );
      wide.push(...cells.map((text) => `${path}: ${text}`));
    }
    expect(wide).toEqual([]);
  });

  it('run each example in the sandbox as it is filled in, with the key that one of them gave', async () => {
    const page = await open('/developers');
    const refused: string[] = [];
    // The page with the keys comes first.
    for (const path of (await listPages()).filter((each) => each.includes('/reference-'))) {
      await page.goto(new URL(path, page.url()).href);
      // A receipt is a reader's own.
      const consoles = page.locator('[data-operation]:not(#operation-redeemReceipt):has(.try-it)');
      for (const operation of await consoles.all()) {
        await operation.locator('summary').first().click();
        await operation.locator('.try-it button').click();
        const shown = await operation.locator('.try-output pre').textContent();
        const [, status = ''] = /\n\n(\d{3}) /.exec(shown ?? '') ?? [];
        if (!/^2|402/.test(status)) refused.push(`${await operation.getAttribute('id')}: ${shown?.slice(0, 300)}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('are led to from every anchor that the one page had', async () => {
    const page = await open('/developers');
    const missing = await page.evaluate(
      (anchors) => anchors.filter((anchor) => document.getElementById(anchor) === null),
      [...oldAnchors, 'which-door-to-use', 'endpoints', 'reference'],
    );
    expect(missing).toEqual([]);
    const targets = await page.evaluate(
      (anchors) => anchors.map((anchor) => document.getElementById(anchor)?.getAttribute('href') ?? ''),
      oldAnchors,
    );
    for (const target of new Set(targets)) {
      const [path = '', fragment] = target.split('#');
      const text = await (await ask(path)).text();
      if (fragment) expect(text, target).toContain(`id="${fragment}"`);
      expect(text, target).toContain('<h1');
    }
  });

  it('take a reader from an old address to the place itself', async () => {
    const page = await open('/developers#rate_limited');
    await page.waitForURL('**/developers/errors#rate_limited');
    await page.goto(new URL('/developers#operation-getArticle', page.url()).href);
    await page.waitForURL('**/developers/reference-articles#operation-getArticle');
    expect(await page.evaluate(() => document.querySelector('#operation-getArticle')?.hasAttribute('open'))).toBe(true);
  });
});
