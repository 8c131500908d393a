import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { type Front, isInstalled, runFront } from '../support/programs.ts';

export const isVarnishInstalled = isInstalled('varnishd');

/** deploy/varnish.vcl as it stands, but for the port of the service. */
export async function startVarnish(servicePort: number): Promise<Front> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'quire-varnish-'));
  const file = join(folder, 'quire.vcl');
  const vcl = readFileSync(join('deploy', 'varnish.vcl'), 'utf8');
  writeFileSync(file, vcl.replace('.port = "4321"', `.port = "${servicePort}"`));
  const size = ['-s', 'malloc,64m', '-p', 'thread_pool_min=20', '-p', 'thread_pools=1'];
  return runFront({
    program: 'varnishd',
    args: ['-j', 'none', '-n', folder, '-a', `127.0.0.1:${port}`, '-T', 'none', '-f', file, ...size, '-F'],
    port,
    folder,
    endsWith: 'SIGTERM',
    explain: () => 'varnishd did not start.',
  });
}
