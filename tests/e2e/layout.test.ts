import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';
import { listPlaces } from './places.ts';
import { type Visit, visitEach, widths } from './visits.ts';

const scriptLimitBytes = 12 * 1024;

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

/** Does the border of the dot before a tier leave nothing of its inside? */
async function measureDot(page: Page, selector: string): Promise<{ isFilled: boolean }> {
  return page
    .locator(selector)
    .first()
    .evaluate((tier) => {
      const { width, borderTopWidth } = getComputedStyle(tier, '::before');
      return { isFilled: Number.parseFloat(borderTopWidth) * 2 >= Number.parseFloat(width) - 0.5 };
    });
}

describeInBrowser('layout', (open) => {
  describe('of every kind of page', () => {
    let visits: Visit[];

    beforeAll(async () => {
      visits = await visitEach(await listPlaces(), open);
    });

    it.each(widths)('nothing scrolls sideways at %i pixels', (width) => {
      const wide = visits.flatMap(({ place, overflow }) => {
        const over = overflow[widths.indexOf(width)] ?? Number.NaN;
        return over <= 0 ? [] : [`${place} by ${over}px`];
      });
      expect(wide).toEqual([]);
    });

    it('loads no more than 12 KB of script, uncompressed, and none from elsewhere', () => {
      for (const { place, scripts } of visits) {
        expect(sum(scripts.map(({ bytes }) => bytes)), place).toBeLessThan(scriptLimitBytes);
        expect(new Set(scripts.map(({ origin }) => origin)), place).toEqual(new Set([new URL(baseUrl).origin]));
      }
    });

    it('asks for one stylesheet and one script, and an article weighs under 120 KB with all it shows', () => {
      for (const { place, loaded } of visits) {
        const of = (wanted: string) => loaded.filter(({ ending }) => ending === wanted);
        expect([of('.css').length, of('.js').length], place).toEqual([1, 1]);
        const faces = sum(of('.woff2').map(({ bytes }) => bytes));
        expect(faces, place).toBeGreaterThan(0);
        expect(faces, place).toBeLessThan(114 * 1024);
        const all = sum(loaded.map(({ bytes }) => bytes));
        // Formulas have a face of their own.
        const hasFormulas = loaded.some(({ name }) => name.includes('/stix-'));
        if (place.startsWith('/articles/')) expect(all, place).toBeLessThan((hasFormulas ? 140 : 120) * 1024);
      }
    });

    it('keeps the content security policy and raises no error', () => {
      expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
    });

    it('loads the face of formulas only if it has one', () => {
      for (const { place, hasMath, hasMathFace } of visits) expect(hasMathFace, place).toBe(hasMath);
    });
  });

  it('a chosen scheme is there before the first paint of the next page', async () => {
    const page = await open('/', { colorScheme: 'light' });
    await page.locator('[data-toggle-theme]').click();
    await page.goto(new URL('/pricing', page.url()).href, { waitUntil: 'commit' });
    await page.waitForSelector('body');
    const [theme, background] = await page.evaluate(() => [
      document.documentElement.dataset.theme,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(theme).toBe('dark');
    expect(background).toBe('rgb(15, 21, 19)');
  });

  it.each([
    [1280, 800],
    [1440, 420],
    [390, 844],
    [320, 500],
  ])('the copy menu opens inside a window of %i by %i', async (width, height) => {
    const { free } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`, { viewport: { width, height } });
    // In a narrow window the menu is in the panel that the bar at its foot opens.
    if (width < 1024) await page.locator('.reading-bar [popovertarget="contents"]').click();
    await page.locator('[data-page-menu] summary').click();
    const box = await page.locator('[data-page-menu] ul').boundingBox();
    expect(box).not.toBeNull();
    if (!box) return;
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual(
      Array(4).fill(true),
    );
  });

  it('scrolls no list sideways on a phone with letters of twice the size', async () => {
    const page = await open('/articles', { viewport: { width: 390, height: 844 } });
    const overflow = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets = [sheet];
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('shows in colours that the reader forces which filter is chosen and which article is paid', async () => {
    const page = await open('/articles?tier=paid', { forcedColors: 'active' });
    const fill = (selector: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);
    expect(await fill('.chips a[aria-current]')).not.toBe(await fill('.chips a:not([aria-current])'));
    // Behind letters that it colours itself, the browser draws a plate in the colour of the page, here that of the
    // letters.
    const adjusted = await page
      .locator('.chips a[aria-current]')
      .first()
      .evaluate((chosen) => getComputedStyle(chosen).forcedColorAdjust);
    expect(adjusted).toBe('none');
    expect(await measureDot(page, '.tier-paid')).toEqual({ isFilled: true });
  });

  it('tells paid from free on paper, which has no backgrounds', async () => {
    const page = await open('/articles');
    await page.emulateMedia({ media: 'print' });
    expect(await measureDot(page, '.tier-paid')).toEqual({ isFilled: true });
    expect(await measureDot(page, '.tier-free')).toEqual({ isFilled: false });
    expect(await page.locator('.search-form').isVisible()).toBe(false);
  });

  it('has the title and the description of the lead on the first screen of a small desktop', async () => {
    const page = await open('/', { viewport: { width: 1024, height: 800 } });
    const lede = await page.locator('.lead .lede').boundingBox();
    expect((lede?.y ?? 800) + (lede?.height ?? 0)).toBeLessThan(800);
    const tops = await page
      .locator('.pair article')
      .evaluateAll((pair) => pair.map((each) => each.getBoundingClientRect().top));
    expect(tops).toHaveLength(2);
    expect(new Set(tops).size).toBe(1);
  });

  it('leaves no room on paper for the copy button, which a page keeps for it under a finger', async () => {
    const page = await open('/developers/mcp', { hasTouch: true, isMobile: true });
    const readRoom = () =>
      page
        .locator('.code-block pre')
        .first()
        .evaluate((code) => Number.parseFloat(getComputedStyle(code).paddingBlockStart));
    const onScreen = await readRoom();
    await page.emulateMedia({ media: 'print' });
    expect(await readRoom()).toBeLessThan(onScreen / 2);
  });

  it('prints the front page with whole descriptions, and each number on the page of its words', async () => {
    const page = await open('/');
    await page.emulateMedia({ media: 'print' });
    const isWhole = await page
      .locator('.latest .entry-about')
      .evaluateAll((texts) => texts.map((text) => text.scrollWidth <= text.clientWidth));
    expect(isWhole.length).toBeGreaterThan(3);
    expect(new Set(isWhole)).toEqual(new Set([true]));
    const together = await page
      .locator('.lead-about, .lead-finding, .measured li, .pair article, .trust, .leaves li')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).breakInside));
    expect(together.length).toBeGreaterThan(5);
    expect(new Set(together)).toEqual(new Set(['avoid']));
  });

  it('keeps the minutes of an article in the line of its date on a phone', async () => {
    const page = await open('/', { viewport: { width: 390, height: 844 } });
    const tops = await page
      .locator('.facts:has(> .when)')
      .evaluateAll((facts) =>
        facts.map(
          (fact) =>
            new Set([...fact.querySelectorAll('.when > *')].map((part) => part.getBoundingClientRect().top)).size,
        ),
      );
    expect(tops.length).toBeGreaterThan(1);
    expect(new Set(tops)).toEqual(new Set([1]));
  });

  it('shows a picture in the form for the scheme, the system or a reader chose, and hides the other without the sheet', async () => {
    const place = '/articles/content-negotiation-and-the-vary-trap';
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(place, { colorScheme });
      const shown = () =>
        page
          .locator('.light-form, .dark-form')
          .evaluateAll((images) => images.flatMap((image) => (image.checkVisibility() ? [image.className] : [])));
      expect(new Set(await shown())).toEqual(new Set([`${colorScheme}-form`]));
      await page.locator('[data-toggle-theme]').click();
      expect(new Set(await shown())).toEqual(new Set([colorScheme === 'light' ? 'dark-form' : 'light-form']));
      expect(await page.locator('.dark-form:not([hidden])').count()).toBe(0);
    }
  });

  it('sets the period of each price on a line of its own', async () => {
    const page = await open('/pricing', { viewport: { width: 1024, height: 800 } });
    const places = await page.locator('.price').evaluateAll((prices) =>
      prices.map((price) => {
        const [amount, period] = ['strong', 'span'].map((part) => price.querySelector(part)?.getBoundingClientRect());
        return (
          amount && period && { isUnder: period.top > amount.top + amount.height / 2, left: period.left - amount.left }
        );
      }),
    );
    expect(places.length).toBeGreaterThan(1);
    for (const place of places) expect(place).toEqual({ isUnder: true, left: 0 });
  });

  it('unfolds what is folded before it is printed, where the style sheet cannot', async () => {
    const page = await open('/');
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (...condition: string[]) =>
        !condition[0]?.includes('details-content') && Reflect.apply(supports, CSS, condition);
    });
    for (const [path, selector] of [
      ['/agent/auth', '.folded'],
      ['/articles/what-an-agent-needs-from-a-website', '.prose details'],
    ]) {
      await page.goto(new URL(path ?? '', page.url()).href);
      const countClosed = () => page.locator(`${selector}:not([open])`).count();
      expect(await countClosed(), path).toBeGreaterThan(0);
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      expect(await countClosed(), path).toBe(0);
    }
  });
});
