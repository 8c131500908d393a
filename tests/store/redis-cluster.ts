import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../support/free-port.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

/** Above it there is no room for the port of the cluster bus, which is 10,000 higher. */
const highestPort = 55_000;

export async function lowPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < highestPort) return port;
    // The system hands out any; of those below there are many.
    const lower = port - 12_000;
    if (lower > 10_000) return lower;
  }
}

export interface RedisCluster {
  url: string;
  masters: RedisServer[];
  stop(): Promise<void>;
}

/** Three masters that share the slots, each with one replica when these are asked for. */
export async function startRedisCluster({ hasReplicas = false } = {}): Promise<RedisCluster> {
  const ports: number[] = [];
  while (ports.length < (hasReplicas ? 6 : 3)) ports.push(await lowPort());
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const servers = await Promise.all(ports.map((port) => startRedisServer({ port, options })));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const copies = hasReplicas ? ['--cluster-replicas', '1'] : [];
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, ...copies, '--cluster-yes'], { stdio: 'ignore' });
  const masters = servers.slice(0, 3);
  if (hasReplicas) for (const { url } of masters) await untilCopied(url);
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    masters,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** Until a replica follows this master. */
async function untilCopied(url: string) {
  const admin = new Redis(url);
  while (!/^slave0:.*state=online/m.test(await admin.info('replication'))) await sleep(100);
  await admin.quit();
}
