import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

/** Is a program on the PATH? The tests that need one which is not are skipped by name. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

export interface Front {
  address: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy and waits until the service behind it answers.
 * @param about.folder where its files lie: removed at the end
 * @param about.endsWith the signal that lets it finish what it has begun
 * @throws Error in its own words when it does not start
 */
export async function runFront(about: {
  program: string;
  args: readonly string[];
  port: number;
  folder: string;
  endsWith: NodeJS.Signals;
  explain: () => string;
}): Promise<Front> {
  const child = spawn(about.program, about.args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const address = `http://127.0.0.1:${about.port}`;
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null || attempt > 200) throw new Error(about.explain());
    if (await fetch(`${address}/healthz`).catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill(about.endsWith);
      await ended;
      rmSync(about.folder, { recursive: true });
    },
  };
}
