import type { ChildProcess } from 'node:child_process';

/**
 * Waits until a service that was started answers.
 * @param output what it wrote so far, for the error
 * @throws Error when it ends before, or takes more than 180 seconds
 */
export async function untilReady(server: ChildProcess, base: string, output = () => ''): Promise<void> {
  for (let attempt = 0; attempt < 3_600; attempt += 1) {
    const ended = server.exitCode ?? server.signalCode;
    if (ended !== null) throw new Error(`The process ended with ${ended}.\n${output()}`);
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The process was not ready within 180 seconds.\n${output()}`);
}
