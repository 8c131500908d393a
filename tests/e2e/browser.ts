import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromiumArguments, findChromium } from '../../src/build/chromium.ts';
import { baseUrl } from '../support/client.ts';

const executablePath = findChromium(process.env);

export type OpenPage = (path: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * A group of tests in one headless browser. `open` gives each test a fresh profile on the built service.
 * Without Chromium the group is skipped under its name.
 */
export function describeInBrowser(name: string, define: (open: OpenPage) => void): void {
  describe.skipIf(!executablePath)(executablePath ? name : `${name} (skipped: Chromium is not installed)`, () => {
    let browser: Browser | undefined;
    const door = createDoor();
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath,
        args: [
          ...chromiumArguments,
          `--host-resolver-rules=MAP ${new URL(baseUrl).host} 127.0.0.1:${await door.open()}`,
        ],
      });
    });
    afterAll(async () => {
      await browser?.close();
      door.close();
    });
    define(async (path, options) => {
      if (!browser) throw new Error('The browser did not start.');
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      // On a busy machine a page may take longer than the 30 s of Playwright. The limit of the test decides.
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      await page.goto(baseUrl + path);
      return page;
    });
  });
}

/** Leads the browser's connections on, so that they too come from the address of the file that opens them. */
function createDoor() {
  const { port } = new URL(baseUrl);
  const server = createServer((client) => {
    const service = connect({ port: Number(port), host: '127.0.0.1' });
    client.pipe(service).pipe(client);
    client.on('error', () => service.destroy());
    service.on('error', () => client.destroy());
  });
  return {
    async open(): Promise<number> {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      if (!address || typeof address === 'string') throw new Error('No port was given.');
      return address.port;
    },
    close: () => server.close(),
  };
}
