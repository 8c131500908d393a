import type { Page } from 'playwright-core';

/**
 * How far a page moved what it had shown, from its beginning to so many milliseconds from now (Layout Instability API).
 */
export function measureShift(page: Page, waitMs: number): Promise<number> {
  return page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), ms);
      }),
    waitMs,
  );
}
