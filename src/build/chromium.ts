import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const places = [
  // Chromium without the code for windows: a page takes a third of the CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Hinting is off because the headless shell would round the width of each letter to whole pixels, unlike a screen. */
export const chromiumArguments: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--font-render-hinting=none',
];

/** Chromium or Chrome on this machine: where CHROMIUM says, or where it is usually installed. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env.CHROMIUM || places.find(existsSync);
}

/** @returns a headless browser, or one sentence that says what it takes to have one */
export async function startChromium(env: Readonly<Record<string, string | undefined>>): Promise<Browser | string> {
  const executablePath = findChromium(env);
  if (executablePath === undefined || !existsSync(executablePath))
    return 'Chromium is not installed: install the package chromium, or say where it is with CHROMIUM.';
  // A server that was set up without development packages has none.
  const playwright = await import('playwright-core').catch(() => undefined);
  if (!playwright) return 'playwright-core is not installed: run "npm ci" with the development packages.';
  return playwright.chromium.launch({ executablePath, args: chromiumArguments });
}
