import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { clientEnvironment, createBucket, type S3Server } from './ceph-gateway.ts';

const kinds = ['account', 'container', 'object'] as const;

export const isSwiftInstalled = [...kinds, 'proxy'].every(
  (kind) => spawnSync('sh', ['-c', `command -v swift-${kind}-server`]).status === 0,
);
/** Its programs want Debian's Python. */
const env = { PATH: '/usr/bin:/bin' };

function makeRing(folder: string, kind: string, port: number): void {
  const builder = join(folder, `${kind}.builder`);
  for (const args of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
    spawnSync('swift-ring-builder', [builder, ...args], { env });
}

const backend = (kind: string, folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
disable_fallocate = true
log_address = /dev/null
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxy = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
log_address = /dev/null
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_quire_release = secret .admin
[filter:s3api]
use = egg:swift#s3api
min_segment_size = 1
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
${['catch_errors', 'gatekeeper', 'healthcheck', 'bulk', 'slo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`;

/** Starts OpenStack Swift with its S3 interface at a free port of 127.0.0.1. */
export async function startSwift(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-swift-'));
  mkdirSync(join(folder, 'srv/d1'), { recursive: true });
  const running: ChildProcess[] = [];
  function start(kind: string, config: string): void {
    const path = join(folder, `${kind}.conf`);
    writeFileSync(path, config);
    running.push(spawn(`swift-${kind}-server`, [path], { env, stdio: 'ignore' }));
  }
  for (const kind of kinds) {
    const port = await freePort();
    makeRing(folder, kind, port);
    start(kind, backend(kind, folder, port));
  }
  const port = await freePort();
  start('proxy', proxy(folder, port));
  const stop = () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  for (let tries = 0; ; tries += 1) {
    if ((await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => undefined))?.ok) break;
    if (tries === 300) {
      stop();
      throw new Error('Swift does not start.');
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  const client = clientEnvironment(port, 'quire:release');
  return {
    env: client,
    createBucket: (name) => createBucket(client, name),
    signal: (name) => void running.at(-1)?.kill(`SIG${name}`),
    stop,
  };
}
