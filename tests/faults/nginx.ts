import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { type Front, isInstalled, runFront } from '../support/programs.ts';

export const isNginxInstalled = isInstalled('nginx');

/** The front of deploy/nginx.conf as it stands, but for TLS, its port and the ports of its replicas. */
export async function startFront(replicas: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-nginx-'));
  const port = await freePort();
  const servers = replicas.map((replica) => `server 127.0.0.1:${replica} max_fails=1 fail_timeout=10s;`);
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^ *(?:# )?server 127\.0\.0\.1:.*$/gm, '')
    .replace('upstream quire {', `upstream quire {\n${servers.join('\n')}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const config = join(folder, 'nginx.conf');
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(config, `${main} http { access_log off; ${temporary.join(' ')}\n${site}}\n`);
  return runFront({
    program: 'nginx',
    args: ['-p', folder, '-c', config],
    port,
    folder,
    endsWith: 'SIGQUIT',
    explain: () => readFileSync(join(folder, 'error.log'), 'utf8'),
  });
}
