import type { Services } from '../core/services.ts';

/** No answer of an operation is to be kept longer than this by others. */
export const maxFreshnessMs = 3_600_000;

/** Is the next release, which may change what is shown, so far that no answer has to be kept for a shorter time? */
export function isReleaseDistant({ catalogue }: Pick<Services, 'catalogue'>): boolean {
  return catalogue.unchangedFor() >= maxFreshnessMs;
}

/** How long an answer may be kept by others: as long as it says, but not past the next release. */
export function capMaxAge({ catalogue }: Pick<Services, 'catalogue'>, cacheControl: string): string {
  const left = Math.floor(catalogue.unchangedFor() / 1000);
  return cacheControl.replace(/^public, max-age=(\d+)$/, (said, seconds) =>
    left < Number(seconds) ? `public, max-age=${left}` : said,
  );
}
