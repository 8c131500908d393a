import type { Services } from '../core/services.ts';

/** Maximum time that others may cache a response of an operation. */
export const maxFreshnessMs = 3_600_000;

/** Limits max-age to the time until the next release. */
export function capMaxAge({ catalogue }: Pick<Services, 'catalogue'>, cacheControl: string): string {
  const left = Math.floor(catalogue.unchangedFor() / 1000);
  return cacheControl.replace(/^public, max-age=(\d+)$/, (unchanged, seconds) =>
    left < Number(seconds) ? `public, max-age=${left}` : unchanged,
  );
}
