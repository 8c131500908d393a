import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chromiumArguments, findChromium } from '../../src/build/chromium.ts';
import { readPdfText } from '../e2e/pdf-text.ts';
import { measureOverflow } from '../e2e/visits.ts';
import { createFolder, initPublication, type Published, publish } from '../support/publication.ts';
import { extreme, writeExtremeContent } from './extreme-content.ts';

const Article = z.object({
  figures: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      csv: z.string(),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    }),
  ),
});
const ToolResponse = z.object({ result: z.object({ structuredContent: Article }) });

/** The middle of an element that can be seen. */
async function findMiddle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element cannot be seen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The number in a cell, as it is written for people or machines; none of a word. */
function readNumber(cell: string): number[] {
  const text = cell.replaceAll(/[,%\s]/g, '');
  return text !== '' && !Number.isNaN(Number(text)) ? [Number(text)] : [];
}

const executablePath = findChromium(process.env);
const long = '/articles/everything';

describe('a publication with everything at once', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let published: Published;
  let browser: Browser | undefined;

  beforeAll(async () => {
    folder = await createFolder();
    await initPublication(folder.root);
    await rm(join(folder.root, 'content/articles'), { recursive: true });
    await writeExtremeContent(join(folder.root, 'content'));
    published = await publish(folder.root);
    if (executablePath) browser = await chromium.launch({ executablePath, args: chromiumArguments });
  });

  afterAll(async () => {
    await browser?.close();
    await published?.stop();
    await folder.remove();
  });

  /** Opens a page of the publication in a window of its own. */
  async function open(
    path: string,
    options: { width: number; colorScheme?: 'light' | 'dark'; hasTouch?: boolean },
  ): Promise<Page> {
    if (!browser) throw new Error('The browser did not start.');
    const { width, colorScheme = 'light', hasTouch = false } = options;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, hasTouch });
    const page = await context.newPage();
    await page.goto(published.base + path);
    await page.evaluate(() => document.fonts.ready);
    return page;
  }

  it('has all its words, figures, authors and references, in the page and in the API', async () => {
    const article = await (await fetch(`${published.base}/api/v1${long}`)).json();
    expect(article.words).toBeGreaterThan(extreme.words);
    expect(article.figures).toHaveLength(extreme.figures);
    expect(article.authors).toHaveLength(extreme.authors);
    const html = await (await fetch(published.base + long)).text();
    expect(html.match(/<figure class="chart"/g)).toHaveLength(extreme.figures);
    expect(html.match(/<li id="ref-/g)).toHaveLength(extreme.references);
    expect(html.match(/<meta name="citation_author" /g)).toHaveLength(extreme.authors);
  });

  it.each(['/', '/articles'])('names the first authors on %s, and how many more there are', async (path) => {
    const html = await (await fetch(published.base + path)).text();
    expect(html).toContain(`and ${extreme.authors - 6} more<`);
    expect(html).not.toContain('Author Number 7 of Many');
  });

  it('cites names of other orders and scripts as their bearers do', async () => {
    const bibtex = await (await fetch(`${published.base}${long}.bib`)).text();
    for (const name of ['Nguyễn, Thị Minh Khai', 'Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine', '山田太郎'])
      expect(bibtex).toContain(name);
  });

  it('has the numbers of a chart alike in picture, table, CSV, JSON, Markdown and the tool server', async () => {
    const at = (path: string) => fetch(published.base + path);
    const { figures } = Article.parse(await (await at('/api/v1/articles/charts')).json());
    const call = { name: 'get_article', arguments: { slug: 'charts' } };
    const mcp = await fetch(`${published.base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const { result } = ToolResponse.parse(await mcp.json());
    expect(result.structuredContent.figures).toEqual(figures);
    const markdown = await (await at('/articles/charts.md')).text();
    const { document } = new JSDOM(await (await at('/articles/charts')).text()).window;
    expect(figures.map(({ id }) => id)).toEqual(['dots', 'groups', 'lines', 'multiples', 'bars', 'counts']);
    for (const { id, title, rows, csv } of figures) {
      const numbers = rows.map((row) => row.filter((cell) => typeof cell === 'number'));
      expect(numbers.flat().length, id).toBeGreaterThanOrEqual(4);
      const readRows = (text: string[][]) => text.map((cells) => cells.flatMap(readNumber));
      const lines = (await (await fetch(csv)).text()).trim().split(/\r?\n/).slice(1);
      expect(readRows(lines.map((line) => line.split(','))), `${id} CSV`).toEqual(numbers);
      const figure = document.getElementById(`fig:${id}`);
      const cells = [...(figure?.querySelectorAll('tbody tr') ?? [])].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
      );
      expect(readRows(cells), `${id} table`).toEqual(numbers);
      const after = markdown.slice(markdown.indexOf(title));
      const table = /(?:^\|.*\n)+/m.exec(after)?.[0].trim().split('\n').slice(2) ?? [];
      expect(readRows(table.map((line) => line.split('|'))), `${id} Markdown`).toEqual(numbers);
      for (const svg of figure?.querySelectorAll('svg') ?? []) {
        const marks = [...svg.querySelectorAll('[data-v]')].map((mark) => mark.getAttribute('data-v') ?? '');
        const drawn = marks.flatMap((text) =>
          [...text.matchAll(/[\d.,]*\d/g)].map(([number]) => Number(number.replaceAll(',', ''))),
        );
        expect(new Set(drawn), `${id} picture`).toEqual(new Set(numbers.flat()));
      }
    }
  });

  it('shows a translation in its language and direction, and says that its original has changed since', async () => {
    const read = async (url: string) => new JSDOM(await (await fetch(url)).text()).window.document;
    const document = await read(`${published.base}/articles/dafi`);
    const version = document.querySelector('[data-prose]')?.getAttribute('data-version') ?? '';
    for (const page of [document, await read(version)])
      for (const part of ['h1', '[data-prose]']) {
        const element = page.querySelector(part);
        expect([part, element?.getAttribute('lang'), element?.getAttribute('dir')]).toEqual([part, 'ar', 'rtl']);
      }
    expect(document.documentElement.lang).toBe('en');
    expect(document.body.textContent).toContain('The original was changed on');
    const original = new JSDOM(await (await fetch(`${published.base}/articles/warm`)).text()).window.document;
    expect(original.body.textContent).not.toContain('The original was changed on');
  });

  it('has titles and descriptions on the front page in their language and direction', async () => {
    const { document } = new JSDOM(await (await fetch(published.base)).text()).window;
    const texts = [...document.querySelectorAll('h2, h3, .lede, .pair p:not(.facts), .entry-about')];
    const arabic = texts.filter((text) => /\p{Script=Arabic}/u.test(text.textContent ?? ''));
    expect(arabic.length).toBeGreaterThan(2);
    for (const text of arabic) expect(text.closest('[lang]')?.outerHTML).toMatch(/^<[^>]* lang="ar" dir="rtl"/);
  });

  it('links an article in all its languages, on each page and in the API', async () => {
    for (const slug of ['warm', 'dafi']) {
      const page = await (await fetch(`${published.base}/articles/${slug}`)).text();
      const links = [...page.matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(
        ([, language, href]) => `${language} ${href}`,
      );
      expect(links.toSorted()).toEqual([`ar ${published.base}/articles/dafi`, `en ${published.base}/articles/warm`]);
      const { languages, translation_of, language } = await (
        await fetch(`${published.base}/api/v1/articles/${slug}`)
      ).json();
      expect(languages.map((entry: { slug: string }) => entry.slug).toSorted()).toEqual(['dafi', 'warm']);
      expect([language, translation_of]).toEqual(slug === 'warm' ? ['en', undefined] : ['ar', 'warm']);
    }
  });

  it('links the versions of an article whose texts are stored, and names the others', async () => {
    const { document } = new JSDOM(await (await fetch(`${published.base}/articles/warm`)).text()).window;
    const shown = [...document.querySelectorAll('#versions dl > div')].map((entry) => [
      entry.querySelector('a')?.getAttribute('href'),
      entry.querySelector('dt')?.textContent,
      entry.querySelector('dd')?.textContent,
    ]);
    expect(shown).toEqual([
      [undefined, 'Version 1.0, 1 January 2026', 'As first published.'],
      ['/articles/warm/versions/1.1', 'Version 1.1, 9 March 2026', 'With a roof.'],
    ]);
    const { versions } = await (await fetch(`${published.base}/api/v1/articles/warm`)).json();
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['1.1']);
    const written = await Promise.all(
      ['', '.md', '.csl.json', '.bib'].map(async (ending) =>
        (await fetch(`${published.base}/articles/warm${ending}`)).text(),
      ),
    );
    const named = new Set(written.join('\n').match(/\/articles\/warm\/(?:versions|compare)\/[\w.]+\w/g));
    expect(named).toContain('/articles/warm/versions/1.1');
    for (const path of named) expect([path, (await fetch(published.base + path)).status]).toEqual([path, 200]);
  });

  describe.skipIf(!executablePath)('in a browser', () => {
    it('scrolls no page sideways at 320, 390, 1024 and 1440 pixels, light or dark', async () => {
      const page = await open(long, { width: 1440 });
      for (const path of [long, '/articles/arabic', '/articles/japanese', '/', '/articles', '/authors/author-5']) {
        await page.goto(published.base + path);
        await page.evaluate(() => document.fonts.ready);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const overflow = await measureOverflow(page, [320, 390, 1024, 1440]);
          expect([path, colorScheme, ...overflow]).toEqual([path, colorScheme, 0, 0, 0, 0]);
        }
      }
      await page.context().close();
    });

    it('keeps header and first column of a table in view while it scrolls', async () => {
      const page = await open(long, { width: 390 });
      const moved = await page
        .locator('.table-scroll')
        .last()
        .evaluate((scroll) => {
          const [header, first, cell] = ['thead th', 'tbody td', 'tbody tr:first-child td:last-child'].map((selector) =>
            scroll.querySelector(selector),
          );
          const read = () => [
            (header?.getBoundingClientRect().top ?? 0) - scroll.getBoundingClientRect().top,
            (first?.getBoundingClientRect().left ?? 0) - scroll.getBoundingClientRect().left,
            cell?.getBoundingClientRect().left ?? 0,
          ];
          const before = read();
          scroll.scrollTo(300, 300);
          return read().map((at, index) => Math.round(at - (before[index] ?? 0)));
        });
      expect(moved).toEqual([-2, 0, -300]);
      await page.context().close();
    });

    it('shows the value nearest to a finger that taps on a chart, until a tap elsewhere or Escape', async () => {
      const page = await open('/articles/charts', { width: 390, hasTouch: true });
      const plot = page.locator('.plot[role="group"]').first();
      await plot.scrollIntoViewIfNeeded();
      const [tip, marks] = [plot.locator('output'), plot.locator('svg:visible [data-v]')];
      const tap = async (element: Locator) => {
        const { x, y } = await findMiddle(element);
        await page.touchscreen.tap(x, y);
      };
      for (const mark of [marks.first(), marks.last(), marks.first()]) {
        await tap(mark);
        expect([await tip.isVisible(), await tip.textContent()]).toEqual([true, await mark.getAttribute('data-v')]);
      }
      await tap(page.locator('.chart figcaption').first());
      expect(await tip.isVisible()).toBe(false);
      await tap(marks.last());
      expect(await tip.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await tip.isVisible()).toBe(false);
      await page.context().close();
    });

    it('shows the values under a finger that moves sideways over a chart, and scrolls the page when it moves up', async () => {
      const page = await open('/articles/charts', { width: 390, hasTouch: true });
      const plot = page.locator('.plot[role="group"]').last();
      await plot.scrollIntoViewIfNeeded();
      const { x, y } = await findMiddle(plot);
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove', at: { x: number; y: number }) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
      const drag = async (to: (step: number) => { x: number; y: number }) => {
        const shown: (string | null)[] = [];
        await touch('touchStart', to(0));
        for (let step = 1; step <= 24; step += 1) {
          await touch('touchMove', to(step));
          await page.evaluate(() => new Promise(requestAnimationFrame));
          if (await plot.locator('output').isVisible()) shown.push(await plot.locator('output').textContent());
        }
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        return new Set(shown);
      };
      const before = await page.evaluate(() => scrollY);
      expect((await drag((step) => ({ x: x - 144 + 12 * step, y }))).size).toBeGreaterThan(1);
      expect(await page.evaluate(() => scrollY)).toBe(before);
      const shown = await plot.locator('output').textContent();
      await drag((step) => ({ x: x - 100, y: y - 8 * step }));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50);
      expect(await plot.locator('output').textContent()).toBe(shown);
      await page.context().close();
    });

    it('prints the long table of a chart in columns with a gap, each under its own head', async () => {
      const page = await open('/articles/measurements', { width: 1440 });
      const text = readPdfText(await page.pdf({ preferCSSPageSize: true }));
      expect(text.split('settingcountscore').length - 1).toBeGreaterThanOrEqual(2);
      await page.emulateMedia({ media: 'print' });
      const gaps = await page.locator('.figure-tools table').evaluate((table) => {
        const boxes = [...table.querySelectorAll('td, th')].flatMap((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right, top } = range.getBoundingClientRect();
          return right > left ? [{ left, right, top }] : [];
        });
        const lines = Map.groupBy(boxes, ({ top }) => Math.round(top)).values();
        return [...lines].flatMap((line) => {
          const inOrder = line.toSorted((one, other) => one.left - other.left);
          return inOrder.slice(1).map(({ left }, at) => left - (inOrder[at]?.right ?? 0));
        });
      });
      expect(gaps.length).toBeGreaterThan(100);
      expect(Math.min(...gaps)).toBeGreaterThan(6);
      await page.context().close();
    });

    it.each([390, 1440])(
      'begins title, text and table of a text from right to left at one edge, %i pixels wide',
      async (width) => {
        const page = await open('/articles/arabic', { width });
        const edges = await page
          .locator('.article-header :is(h1, .lede), .prose > :is(p, .table-scroll)')
          .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().right)));
        expect(edges).toHaveLength(4);
        expect(new Set(edges).size).toBe(1);
        const directions = await page
          .locator('.cite .cite-text')
          .evaluateAll((texts) => texts.map((text) => text.getAttribute('dir')));
        expect(new Set(directions)).toEqual(new Set(['auto']));
        await page.context().close();
      },
    );

    it('draws charts and code from left to right in a text from right to left', async () => {
      const page = await open('/articles/arabic', { width: 1440 });
      const directions = await page
        .locator('.prose :is(pre.code, .plot svg)')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).direction));
      expect(directions).toEqual(['ltr', 'ltr', 'ltr']);
      // The number of a bar begins after its end.
      const bar = await page.locator('.plot .w640 [data-v]').first().boundingBox();
      const number = await page.locator('.plot .w640 text', { hasText: '3' }).boundingBox();
      expect(number?.x).toBeGreaterThan((bar?.x ?? 0) + (bar?.width ?? 0));
      await page.context().close();
    });

    it('gives wide tables and code the room beside the text, and covers no contents with them', async () => {
      for (const [path, selector] of [
        [long, '.table-figure.screen'],
        [long, '.code-block.wide'],
        ['/articles/arabic', '.table-scroll.wide'],
      ] as const) {
        const page = await open(path, { width: 1440 });
        const [side, text, wide] = await Promise.all(
          ['.article-side', '.prose > p', selector].map((each) => page.locator(each).first().boundingBox()),
        );
        expect(wide?.width, path).toBeGreaterThan((text?.width ?? 0) + 200);
        if (!side || !wide) throw new Error(`${path} has no contents.`);
        expect(wide.x > side.x + side.width || wide.x + wide.width < side.x, path).toBe(true);
        await page.context().close();
      }
    });
  });
});
