import type { ChildProcess } from 'node:child_process';

/** Waits until a service that was started answers. @throws Error when it ends before, or takes more than half a minute */
export async function untilReady(server: ChildProcess, base: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    if ((await fetch(`${base}/readyz`).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server was not ready within 30 seconds.');
}
