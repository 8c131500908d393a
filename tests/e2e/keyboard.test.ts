import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { baseUrl, slugsByTier } from '../support/client.ts';
import { describeInBrowser } from './browser.ts';

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

/** Notes from now on how many results the search dialog shows. */
function countResults(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const count = () => seen.push(document.querySelectorAll('.search-dialog .ask-results a').length);
    new MutationObserver(count).observe(document.querySelector('.search-dialog') ?? document, {
      subtree: true,
      childList: true,
    });
  });
}

/** How many results the dialog showed, one number for each change since the first result. */
async function seenSinceFirst(page: Page): Promise<number[]> {
  const seen: number[] = await page.evaluate(() => Reflect.get(window, 'seen'));
  const first = seen.findIndex((count) => count > 0);
  expect(first).not.toBe(-1);
  return seen.slice(first);
}

describeInBrowser('keyboard only', (open) => {
  it('searches with /, walks the results with arrows and opens one with Enter', async () => {
    const page = await open('/pricing');
    await page.keyboard.press('/');
    await page.keyboard.type('paym');
    await page.waitForSelector('.search-dialog .ask-results a');
    const whole = page.waitForResponse((response) => response.url().endsWith('q=payment'));
    await page.keyboard.type('ent');
    await page.keyboard.press('ArrowDown');
    const first = await page.locator('.search-dialog .ask-results a').first().getAttribute('href');
    // What is found for the last letters must not take the chosen result away.
    await (await whole).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname + url.hash === first);
    expect(await page.locator('h1').count()).toBe(1);
  });

  it('completes half a word, with section, tier and marked passage, and links to the section as /search does', async () => {
    const page = await open('/why');
    await page.keyboard.press('/');
    await page.keyboard.type('idempot');
    const suggestion = page.locator('.search-dialog [aria-label="Suggestions"] a').first();
    await suggestion.waitFor();
    expect(await suggestion.textContent()).toContain('Idempotency for machines');
    await page.keyboard.type('ency for machines');
    const results = page.locator('.search-dialog [aria-label="Results"] a');
    const other = await open('/search?q=idempotency+for+machines');
    const best = await other.locator('.results .entry a').first().getAttribute('href');
    // Results of half the question may stand there a moment before those of the whole.
    await page.waitForFunction((href) => {
      const link = document.querySelector<HTMLAnchorElement>('.search-dialog [aria-label="Results"] a');
      return link?.querySelector('mark') && link.pathname + link.hash === href;
    }, best);
    expect(await results.first().locator('.tier').textContent()).toBe('Free');
    expect(await page.locator('.search-dialog [role="status"]').textContent()).toMatch(
      /\d suggestions?, \d results?\./,
    );
  });

  it('finds the words of articles by their beginnings, with a request for every third letter, and is never empty between two', async () => {
    const page = await open('/why');
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/search/instant')) requests += 1;
    });
    await page.keyboard.press('/');
    await page.locator('.search-dialog').waitFor();
    await countResults(page);
    const typed = 'simultaneous repetitions of a subscri';
    await page.keyboard.type(typed, { delay: 40 });
    await page.locator('.search-dialog [aria-label="Results"] a[href*="idempotency-for-machines"]').first().waitFor();
    expect(requests).toBeGreaterThan(2);
    expect(requests).toBeLessThanOrEqual(Math.ceil(typed.length / 3) + 1);
    expect(await seenSinceFirst(page)).not.toContain(0);
  });

  it('keeps what was found until a slow typist has finished a word that nothing matches in between', async () => {
    const page = await open('/why');
    await page.keyboard.press('/');
    await page.locator('.search-dialog').waitFor();
    await countResults(page);
    await page.keyboard.type('simultaneous re', { delay: 450 });
    await page.locator('.search-dialog [aria-label="Results"] a[href*="idempotency-for-machines"]').first().waitFor();
    expect(await seenSinceFirst(page)).not.toContain(0);
  });

  it('sends a request for three keystrokes of a slow typist too, and one for what is left', async () => {
    const page = await open('/why');
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/search/instant') sent.push(searchParams.get('q') ?? '');
    });
    await page.keyboard.press('/');
    await page.locator('.search-dialog').waitFor();
    await page.keyboard.type('caching', { delay: 450 });
    await page.keyboard.press('Backspace');
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(sent).toEqual(['cac', 'cachin', 'cachin']);
  });

  it('shows no results that do not answer, says when they are only the closest, and links to the list that is requested', async () => {
    const read = async (path: string, text: string) => {
      const response = await fetch(`${baseUrl}${path}?${new URLSearchParams({ q: text })}`);
      return (await response.text()).replace(/<!--.*?-->/gs, '');
    };
    const texts = z
      .array(z.string())
      .parse(JSON.parse(await readFile('tests/fixtures/search/unrelated-questions.json', 'utf8')));
    const seen = new Set<string>();
    for (const text of texts) {
      const [shown, searched] = await Promise.all([read('/search/instant', text), read('/search', text)]);
      for (const sentence of ['Try fewer or more common words', 'Nothing answers this for certain; closest:']) {
        expect(shown.includes(sentence), text).toBe(searched.includes(sentence));
        if (shown.includes(sentence)) seen.add(sentence);
      }
      expect(shown.includes('aria-label="Results"'), text).toBe(!shown.includes('Try fewer'));
    }
    expect(seen.size).toBe(2);
    const listed = await read('/search/instant', 'list all free articles');
    expect(listed).toMatch(/href="\/articles\?tier=free"[^>]*><strong>\d+ articles: Free</);
    expect(listed).toMatch(/data-status[^>]*>1 suggestion/);
    expect(await read('/search/instant', 'newest')).toContain('href="/articles"');
  });

  it('opens the search with Ctrl+K, closes it with Escape and gives the focus back', async () => {
    const page = await open('/why');
    await tabTo(page, '[data-open-search]');
    await page.keyboard.press('Control+k');
    await page.locator('.search-dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.search-dialog').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.matches('[data-open-search]'))).toBe(true);
  });

  it('leaves / alone while a question is typed', async () => {
    const page = await open('/search');
    await page.locator('#q').focus();
    await page.keyboard.type('and/or');
    expect(await page.locator('#q').inputValue()).toBe('and/or');
    expect(await page.locator('.search-dialog').count()).toBe(0);
  });

  it('skips to the content with the first Tab', async () => {
    const page = await open('/articles');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('every stop of the Tab key can be seen', async () => {
    const { free, paid } = await slugsByTier();
    const page = await open('/');
    const hidden: string[] = [];
    for (const place of ['/', '/articles', '/developers', '/why', `/articles/${free[0]}`, `/articles/${paid[0]}`]) {
      await page.goto(new URL(place, page.url()).href);
      for (let stops = 0; stops < 60; stops += 1) {
        await page.keyboard.press('Tab');
        const unseen = await page.evaluate(() => {
          const stop = document.activeElement;
          if (!stop || stop === document.body) return undefined;
          const { width, height } = stop.getBoundingClientRect();
          const isClipped = stop.closest('.sr-only') !== null;
          return width < 8 || height < 8 || isClipped ? stop.outerHTML.slice(0, 90) : undefined;
        });
        if (unseen) hidden.push(`${place}: ${unseen}`);
      }
    }
    expect(hidden).toEqual([]);
  });

  it('reads an article by its contents, then unlocks a paid one and signs out', async () => {
    const { free, paid } = await slugsByTier();
    const page = await open(`/articles/${free[0]}`);
    await tabTo(page, '.toc li:nth-child(2) a');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => document.querySelector('.toc li:nth-child(2) a')?.getAttribute('aria-current') === 'true',
    );

    await page.goto(new URL(`/articles/${paid[0]}`, page.url()).href);
    await tabTo(page, '.paywall .button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/articles/${paid[0]}#preview-end`);
    expect(await page.locator('.paywall').count()).toBe(0);
    expect(await page.locator('.notice-key pre').textContent()).toMatch(/^\w+_demo_[0-9a-f]+$/);

    await tabTo(page, '.reader-status button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/articles/${paid[0]}#signed-out`);
    expect(await page.locator('#signed-out').isVisible()).toBe(true);
    expect(await page.locator('.paywall').count()).toBe(1);
  });

  it('leads from the price of all articles to a paid article, open where its preview stops', async () => {
    const page = await open('/pricing');
    await tabTo(page, '.prices .button');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/articles/*#preview-end');
    expect(await page.locator('.paywall').count()).toBe(0);
  });

  it('asks on the front page and says how an agent asks the same', async () => {
    const page = await open('/');
    await tabTo(page, '#q');
    await page.keyboard.type('What is HTTP 402 for?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.ask-output .ask-results a');
    const best = await page.locator('.ask-best').evaluate((quote) => quote.getBoundingClientRect().toJSON());
    expect(best.top).toBeGreaterThanOrEqual(0);
    expect(best.top).toBeLessThan(await page.evaluate(() => innerHeight - 40));
    // The form may be out of the window: the question is the head of its answer, and stays there.
    await page.locator('.ask-output .ask-status').scrollIntoViewIfNeeded();
    const question = page.locator('.ask-question');
    expect(await question.textContent()).toBe('What is HTTP 402 for?');
    expect(await question.evaluate((head) => head.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    expect(await page.locator('.ask-output').textContent()).toContain('/ask?query=What%20is%20HTTP%20402%20for%3F');
    const marked = await page.locator('.ask-output mark').allTextContents();
    expect(new Set(marked.map((word) => word.toLowerCase()))).toContain('402');
  });
});
