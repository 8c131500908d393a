import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { baseUrl } from '../support/client.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export type OpenPage = (path: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * A group of tests in one headless browser. `open` gives each test a fresh profile on the built service.
 * Without Chromium the group is skipped under its name.
 */
export function describeInBrowser(name: string, define: (open: OpenPage) => void): void {
  describe.skipIf(!executablePath)(executablePath ? name : `${name} (skipped: Chromium is not installed)`, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      });
    });
    afterAll(async () => {
      await browser?.close();
    });
    define(async (path, options) => {
      if (!browser) throw new Error('The browser did not start.');
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      await page.goto(baseUrl + path);
      return page;
    });
  });
}
