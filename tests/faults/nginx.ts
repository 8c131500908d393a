import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';

export const isNginxInstalled = hasNginx();

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not on the PATH: the tests that need it are skipped by name
  }
}

/** The front of deploy/nginx.conf as it stands, but for TLS, its port and the ports of its replicas. */
export async function startFront(replicas: readonly number[]): Promise<{ address: string; stop(): Promise<void> }> {
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
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] });
  const address = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null || attempt > 200) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    if (await fetch(`${address}/healthz`).catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
