import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface SnifferMessage {
  /** 1 is an error, 2 a warning, 3 a notice: the last two ask a person to look. */
  type: number;
  code: string;
  msg: string;
  element: Element;
}

declare global {
  interface Window {
    axe: { run(options?: RunOptions): Promise<AxeResults> };
    HTMLCS: {
      process(standard: string, content: Document, done: () => void, failed: () => void): void;
      getMessages(): SnifferMessage[];
    };
  }
}

/** Looks at the page as it stands now, in a context with `bypassCSP`; one line for each fault. */
export type Checker = (page: Page) => Promise<string[]>;

const { resolve } = createRequire(import.meta.url);
const axe = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
// The engine of pa11y, which itself would add a second browser driver and a command line.
const codeSniffer = readFileSync(resolve('@pa11y/html_codesniffer/build/HTMLCS.js'), 'utf8');

/** Loading axe takes half a second of CPU, so the second check of a document uses what the first one loaded. */
async function loadOnce(page: Page, { name, script }: { name: 'axe' | 'HTMLCS'; script: string }): Promise<void> {
  if (!(await page.evaluate((global) => global in window, name))) await page.evaluate(script);
}

function createAxeCheck(options: RunOptions = {}): Checker {
  return async (page) => {
    await loadOnce(page, { name: 'axe', script: axe });
    // What passes is counted only: to describe every element of it takes longer than to check it.
    const only: RunOptions = { ...options, resultTypes: ['violations'], selectors: false };
    const { violations } = await page.evaluate((given) => window.axe.run(given), only);
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0]?.html}`);
  };
}

/** All rules of axe-core. */
export const checkByAxe = createAxeCheck();

/** The rule of axe-core about colours, which alone can find another thing in another colour scheme. */
export const checkContrast = createAxeCheck({ runOnly: ['color-contrast'] });

/** pa11y's default: the errors of HTML_CodeSniffer under WCAG 2, level AA. */
export const checkByPa11y: Checker = async (page) => {
  await loadOnce(page, { name: 'HTMLCS', script: codeSniffer });
  return page.evaluate(async () => {
    const { HTMLCS } = window;
    await new Promise<void>((done, failed) => HTMLCS.process('WCAG2AA', document, done, failed));
    return HTMLCS.getMessages()
      .filter(({ type }) => type === 1)
      .map(({ code, msg, element }) => `${code} ${msg} ${element.outerHTML.slice(0, 160)}`);
  });
};
