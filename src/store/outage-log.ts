import type { StoreLog } from './store.ts';

/**
 * Logs one line when something fails and one when it works again, not one for each try.
 * @param about.soundMs how long it must have worked before it counts as working again
 * @returns takes the failure of a try; undefined for a try that worked
 */
export function createOutageLog(
  log: StoreLog | undefined,
  about: { failed: string; back: string; soundMs?: number },
): (failure: unknown) => void {
  const { failed, back, soundMs = 0 } = about;
  let failedAt: number | undefined;
  return (err) => {
    const at = performance.now();
    if (err !== undefined) {
      if (failedAt === undefined) log?.warn({ err }, failed);
      failedAt = at;
    } else if (failedAt !== undefined && at - failedAt >= soundMs) {
      failedAt = undefined;
      log?.warn({}, back);
    }
  };
}
