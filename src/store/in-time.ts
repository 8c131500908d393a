import { StoreUnavailable } from './store.ts';

/**
 * Limits how long an operation may take: each command of it may be in time and all of them together too late.
 * @param work receives a function that restarts the timer, for when a reply shows that the server is there
 * @throws StoreUnavailable when the work is not done after that time; it may still be done later
 */
export async function inTime<Result>(work: (renew: () => void) => Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), timeoutMs);
  try {
    return await Promise.race([work(() => timer.refresh()), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function tooLate(): StoreUnavailable {
  return new StoreUnavailable(new Error('It took too long'));
}
