import type { ConsoleMessage, Page, Response } from 'playwright-core';
import type { OpenPage } from './browser.ts';

/** Widths in pixels at which each page is measured: a small telephone, a tablet, and the widest screen that is sold. */
export const widths = [320, 768, 3840];

interface LoadedFile {
  name: string;
  /** From the last full stop, such as `.css`. */
  ending: string;
  bytes: number;
}

/** What a page loads and how wide it is. */
export interface Visit {
  place: string;
  /** Pixels that the page is wider than its window, at each of the widths. */
  overflow: number[];
  scripts: { origin: string; bytes: number }[];
  loaded: LoadedFile[];
  /** Errors of scripts, and what the content security policy refused. */
  complaints: string[];
  hasMath: boolean;
  hasMathFace: boolean;
}

/**
 * Opens each place once, waits until it loads nothing more, and measures all that the tests of its layout ask about.
 */
export async function visitEach(places: string[], open: OpenPage): Promise<Visit[]> {
  const waiting = places.entries();
  const visits: Visit[] = [];
  // Most of a visit is a wait for the network to be quiet, so several tabs take turns.
  const takeTurns = async () => {
    const page = await open('/');
    for (const [index, place] of waiting) visits[index] = await visit(page, place);
  };
  await Promise.all([takeTurns(), takeTurns(), takeTurns()]);
  return visits;
}

async function visit(page: Page, place: string): Promise<Visit> {
  const scripts: Promise<{ origin: string; bytes: number }>[] = [];
  const complaints: string[] = [];
  const onResponse = (response: Response) => {
    if (!response.headers()['content-type']?.includes('javascript')) return;
    const { origin } = new URL(response.url());
    scripts.push(response.body().then((body) => ({ origin, bytes: body.byteLength })));
  };
  const onError = (error: Error) => complaints.push(`${place}: ${error.message}`);
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(`${place}: ${message.text()}`);
  };
  await page.setViewportSize({ width: 1280, height: 800 });
  page.on('response', onResponse).on('pageerror', onError).on('console', onConsole);
  await page.goto(new URL(place, page.url()).href, { waitUntil: 'networkidle' });
  const loaded = await page.evaluate(listLoaded);
  const [hasMath, hasMathFace] = await page.evaluate(() => [
    document.querySelector('math') !== null,
    // Not the list of resources: the browser itself fetches a face that the page before needed.
    [...document.fonts].some(({ family, status }) => family.includes('STIX Two Math') && status === 'loaded'),
  ]);
  const overflow = await measureOverflow(page, widths);
  const found = await Promise.all(scripts);
  page.off('response', onResponse).off('pageerror', onError).off('console', onConsole);
  return {
    place,
    overflow,
    scripts: found,
    loaded,
    complaints,
    hasMath: hasMath === true,
    hasMathFace: hasMathFace === true,
  };
}

/** Pixels that a page is wider than its window, at each of these widths in pixels. */
export async function measureOverflow(page: Page, at: readonly number[]): Promise<number[]> {
  const overflow: number[] = [];
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    // A page that was just resized may be measured by what the frame before had; no reader sees that.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    overflow.push(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth));
  }
  return overflow;
}

/** Runs in the page. */
function listLoaded(): LoadedFile[] {
  return performance
    .getEntries()
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .map(({ name, encodedBodySize }) => ({
      name,
      ending: name.slice(name.lastIndexOf('.')),
      bytes: encodedBodySize,
    }));
}
