import { isMainThread } from 'node:worker_threads';
import type { ProcessLog } from './log.ts';

/**
 * From now on `stop` is called at the first SIGTERM or SIGINT, in the place of what was at the start; `again` at every
 * further one.
 */
export function onShutdownSignal(stop: () => void, again: () => void): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (isStopping) return again();
      isStopping = true;
      stop();
    });
  }
}

/**
 * Ends the process (in a worker the thread) once its log is written. It gives up on lines that are not read and exits
 * with the same code: the service has done its work, and a supervisor has no reason to restart it.
 */
export async function exitProcess(code: number, { written }: Pick<ProcessLog, 'written'>): Promise<void> {
  const isWritten = await written();
  // `process.exit` waits for the thread that hangs in a full pipe. Only another program in its place ends that one too;
  // a signal to itself would not, as the first process of a container is deaf to it.
  if (!isWritten && isMainThread) process.execve?.(process.execPath, ['node', '--eval', `process.exit(${code})`], {});
  process.exit(code);
}
