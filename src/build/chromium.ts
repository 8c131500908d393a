import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
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
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return playwright.chromium.launch({ executablePath, args });
}
