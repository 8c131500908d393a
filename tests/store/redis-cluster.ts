import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { isPortFree } from '../support/free-port.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

/** The cluster bus has the port that is so much higher. */
const busOffset = 10_000;
/**
 * Below those that the system gives out (32,768 on Linux), also with the offset; no port here is the bus of another.
 */
const [lowestPort, highestPort] = [12_000, 22_000];
const givenPorts = new Set<number>();

/**
 * A port for a member of a cluster, free like that of its bus. Not one of those that the system gives out: between the
 * question and the start of the server, another process could get it.
 */
async function clusterPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowestPort, highestPort);
    if (givenPorts.has(port) || !(await isPortFree(port)) || !(await isPortFree(port + busOffset))) continue;
    givenPorts.add(port);
    return port;
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
  while (ports.length < (hasReplicas ? 6 : 3)) ports.push(await clusterPort());
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const servers = await Promise.all(ports.map((port) => startRedisServer({ port, options })));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  const copies = hasReplicas ? ['--cluster-replicas', '1'] : [];
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, ...copies, '--cluster-yes'], {
    stdio: 'ignore',
    timeout: 60_000,
  });
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
