import { execFileSync } from 'node:child_process';
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

/** Three masters that share the slots, without replicas. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const ports = [await lowPort(), await lowPort(), await lowPort()];
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const masters = await Promise.all(ports.map((port) => startRedisServer({ port, options })));
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' });
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    masters,
    async stop() {
      await Promise.all(masters.map((server) => server.stop()));
    },
  };
}
