import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, baseUrl, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';

const charted = '/articles/a-canary-in-every-construct';
const permissions = ['clipboard-read', 'clipboard-write'];

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

async function copyAsMarkdown(page: Page): Promise<string> {
  await page.locator('[data-page-menu] summary').click();
  const button = page.locator('[data-copy-from]');
  await button.click();
  await page.waitForFunction((wanted) => document.querySelector(wanted)?.textContent === 'Copied', '[data-copy-from]');
  return readClipboard(page);
}

describeInBrowser('copying', (open) => {
  it('takes a public page as its markdown twin', async () => {
    const { paid } = await slugsByTier();
    const page = await open(`/articles/${paid[0]}`, { permissions });
    expect(await copyAsMarkdown(page)).toBe(await (await ask(`/articles/${paid[0]}.md`)).text());
  });

  it('takes the whole of an article that the reader has opened, and her key for an agent', async () => {
    const { paid } = await slugsByTier();
    const page = await open(`/articles/${paid[0]}`, { permissions });
    await page.locator('.paywall .button').click();
    const shown = await page.locator('.notice-key pre').textContent();
    await page.locator('.notice-key [data-copy]').click();
    expect(await readClipboard(page)).toBe(shown);
    const lastHeading = (await page.locator('.prose h2').allTextContents()).at(-1);
    const preview = await (await ask(`/articles/${paid[0]}.md`)).text();
    const copied = await copyAsMarkdown(page);
    expect(copied).toContain(`## ${lastHeading}`);
    expect(preview).not.toContain(`## ${lastHeading}`);
  });

  /** The page of a paid article with a chart, as a reader sees it who has opened it. */
  async function openCharted(options: BrowserContextOptions): Promise<Page> {
    const page = await open(charted, options);
    await page.locator('.paywall .button').click();
    await page.locator('[data-cite]').waitFor();
    return page;
  }

  it('cites a figure by its number, title and own URL, and stays where the reader is', async () => {
    const page = await openCharted({ permissions });
    const cited = await page.locator('#cite .cite-text').first().textContent();
    await page.locator('[data-cite][data-copy]').click();
    await page.waitForFunction(() => document.querySelector('[data-cite]')?.textContent === 'Copied');
    expect(cited).toMatch(new RegExp(` ${baseUrl}${charted}/versions/[\\w.-]+$`));
    expect(await readClipboard(page)).toBe(`Figure 1. A chart of vexilcharttitle. In ${cited}#fig:vexilchart`);
    // The pointer is still on the link, whose target must not open as a preview over the figure.
    await page.waitForTimeout(1_000);
    expect(await page.locator('.note-popover:popover-open').count()).toBe(0);
    const [url = ''] = /http\S+$/.exec(await readClipboard(page)) ?? [];
    expect(new URL(page.url()).hash).not.toBe('#cite');
    await page.goto(url);
    expect(await page.locator('[id="fig:vexilchart"]').count()).toBe(1);
  });

  it('leads from a figure to the citation of the article where nothing can be copied', async () => {
    const page = await openCharted({});
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('[data-cite]').click();
    expect(new URL(page.url()).hash).toBe('#cite');
  });

  it('tells the clipboard of a page in the click itself, before the text has come', async () => {
    const page = await open('/developers/mcp', { permissions });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.md', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => {
      const { clipboard } = navigator;
      const write = clipboard.write.bind(clipboard);
      clipboard.write = (items) => {
        document.documentElement.dataset.toldClipboard = String(window.event?.type);
        return write(items);
      };
    });
    await page.locator('[data-page-menu] summary').click();
    await page.locator('[data-copy-from]').click();
    expect(await page.locator('html').getAttribute('data-told-clipboard')).toBe('click');
    release();
    await page.waitForFunction(() => document.querySelector('[data-copy-from]')?.textContent === 'Copied');
    expect(await readClipboard(page)).toBe(await (await ask('/developers/mcp.md')).text());
  });

  it.each([390, 1440])(
    'has the files of a figure in one row with its open table below, %i pixels wide',
    async (width) => {
      const page = await openCharted({ viewport: { width, height: 844 } });
      const tools = page.locator('.figure-tools').first();
      await tools.locator('summary').click();
      const tops = await tools
        .locator('summary, a')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
      expect(tops).toEqual(Array(5).fill(tops[0]));
      const table = await tools.locator('.table-scroll').boundingBox();
      const row = await tools.locator('a').first().boundingBox();
      expect(table?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0));
      expect(table?.width).toBeGreaterThan(width === 390 ? 350 : 600);
      expect(await tools.locator('.table-scroll').evaluate((scroll) => getComputedStyle(scroll).maxHeight)).toBe(
        '376px',
      );
    },
  );

  it('takes a block of code as it was written', async () => {
    const page = await open('/developers/mcp', { permissions });
    const code = await page.locator('.code-block pre').first().textContent();
    await page.locator('.code-block').first().hover();
    await page.locator('.copy-code').first().click();
    await page.waitForFunction(() => document.querySelector('.copy-code')?.textContent === 'Copied');
    expect(await readClipboard(page)).toBe(code);
  });

  it.each([
    ['a finger', 390],
    ['a mouse', 1280],
  ])('for %s the button is there without a touch, beside no code', async (name, width) => {
    const isTouch = name === 'a finger';
    const page = await open('/developers/mcp', {
      viewport: { width, height: 844 },
      isMobile: isTouch,
      hasTouch: isTouch,
    });
    const gaps = await page.locator('.code-block').evaluateAll((blocks) =>
      blocks.map((block) => {
        const button = block.querySelector('.copy-code');
        const code = block.querySelector('code');
        if (!button || !code || getComputedStyle(button).opacity !== '1') return -1;
        return (code.getClientRects()[0]?.top ?? 0) - button.getBoundingClientRect().bottom;
      }),
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  });
});
