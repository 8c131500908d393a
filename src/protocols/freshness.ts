import type { Services } from '../core/services.ts';

/** How long an answer may be kept by others: as long as it says, but not past the next release, which may change what is shown. */
export function freshUntilRelease(services: Pick<Services, 'catalogue' | 'now'>, cacheControl: string): string {
  const releaseAt = services.catalogue.nextReleaseAt();
  // Nearly always, and asked for each answer.
  if (releaseAt === undefined) return cacheControl;
  const seconds = /^public, max-age=(\d+)$/.exec(cacheControl)?.[1];
  if (seconds === undefined) return cacheControl;
  const left = Math.max(0, Math.floor((releaseAt - services.now()) / 1000));
  return `public, max-age=${Math.min(Number(seconds), left)}`;
}
