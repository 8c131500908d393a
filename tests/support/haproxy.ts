import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export const isHaproxyInstalled = hasHaproxy();

function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not on the PATH: the tests that need it are skipped by name
  }
}

/** HAProxy in front of a service, with connections to it that all clients share: whatever is left over on one meets the next. */
export async function startHaproxy(port: number): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-haproxy-'));
  const own = await freePort();
  const config = join(folder, 'haproxy.cfg');
  const timeouts = ['connect 2s', 'client 5s', 'server 10s'].map((each) => `  timeout ${each}`).join('\n');
  const front = `frontend front\n  bind 127.0.0.1:${own}\n  default_backend quire\n`;
  const back = `backend quire\n  http-reuse always\n  option forwardfor\n  server quire 127.0.0.1:${port}\n`;
  writeFileSync(config, `global\n  maxconn 200\ndefaults\n  mode http\n${timeouts}\n${front}${back}`);
  const child = spawn('haproxy', ['-db', '-f', config], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${own}`;
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null || attempt > 200) throw new Error('haproxy does not start.');
    if (await fetch(`${address}/healthz`).catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
