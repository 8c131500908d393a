import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type Front, isInstalled, runFront } from './programs.ts';

export const isHaproxyInstalled = isInstalled('haproxy');

/**
 * HAProxy in front of a service, with connections to it that all clients share: whatever is left over on one meets the
 * next.
 */
export async function startHaproxy(port: number): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-haproxy-'));
  const own = await freePort();
  const config = join(folder, 'haproxy.cfg');
  const timeouts = ['connect 2s', 'client 5s', 'server 10s'].map((each) => `  timeout ${each}`).join('\n');
  const front = `frontend front\n  bind 127.0.0.1:${own}\n  default_backend quire\n`;
  const back = `backend quire\n  http-reuse always\n  option forwardfor\n  server quire 127.0.0.1:${port}\n`;
  writeFileSync(config, `global\n  maxconn 200\ndefaults\n  mode http\n${timeouts}\n${front}${back}`);
  return runFront({
    program: 'haproxy',
    args: ['-q', '-db', '-f', config],
    port: own,
    folder,
    endsWith: 'SIGTERM',
    explain: () => 'haproxy does not start.',
  });
}
