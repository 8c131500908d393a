import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { type Front, isInstalled, runFront } from '../support/programs.ts';

export const isNginxInstalled = isInstalled('nginx');

/** Each `server` line of a file once for each replica, with the parameters that it has there. */
function namesReplicas(site: string, replicas: readonly number[]): string {
  const lines = site.matchAll(/^ *(?:# )?server \S+:\d+ (.*;)$/gm);
  const parameters = [...new Set(Array.from(lines, ([, each]) => each))];
  const servers = parameters.flatMap((each) => replicas.map((port) => `server 127.0.0.1:${port} ${each}`));
  return site.replace(/^ *(?:# )?server \S+:\d+ .*$/gm, '').replace(/^( *keepalive \d)/m, `${servers.join('\n')}\n$1`);
}

/**
 * A front of deploy/ as it stands, but for TLS, its port and the addresses of its replicas.
 * @param name its file
 */
export async function startFront(replicas: readonly number[], name = 'nginx.conf'): Promise<Front> {
  const port = await freePort();
  const site = namesReplicas(readFileSync(join('deploy', name), 'utf8'), replicas)
    .replace(/listen (?:443 ssl|80);/, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '');
  return runNginx(site, port);
}

/** An nginx that has no setting but where the service is: its buffers are those it comes with. */
export async function startStockNginx(service: URL): Promise<Front> {
  const port = await freePort();
  const location = `location / { proxy_pass http://127.0.0.1:${service.port}; proxy_set_header Host ${service.host}; }`;
  return runNginx(`server { listen 127.0.0.1:${port}; ${location} }`, port);
}

async function runNginx(site: string, port: number): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-nginx-'));
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
