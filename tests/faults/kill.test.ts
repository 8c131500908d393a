import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { isRedisInstalled, startRedisServer } from '../store/redis-server.ts';
import { folderOfTest } from '../support/folders.ts';
import { startProcess } from '../support/server.ts';
import { type Acknowledged, buyUntilItBreaks, findLost } from './purchases.ts';
import { generous, rounds } from './rounds.ts';

/** Kills in the middle of purchases, starts again, and asks for everything that was acknowledged. */
async function killOften(env: Record<string, string>, afterEach: () => Promise<void> = async () => {}) {
  let total = 0;
  for (let round = 0; round < rounds; round += 1) {
    const acknowledged: Acknowledged = new Map();
    const service = await startProcess({ ...generous, ...env });
    const enough = randomInt(20, 200);
    await buyUntilItBreaks({
      service,
      prefix: `round-${round}`,
      acknowledged,
      onAcknowledged: (count) => void (count >= enough && service.kill('SIGKILL')),
    });
    await afterEach();
    const second = await startProcess({ ...generous, ...env });
    expect(acknowledged.size).toBeGreaterThanOrEqual(enough);
    expect(await findLost(acknowledged, second), `round ${round}`).toEqual([]);
    await second.kill('SIGTERM');
    total += acknowledged.size;
  }
  process.stdout.write(`${rounds} kills, ${total} purchases acknowledged, 0 lost or doubled\n`);
}

const patience = 60_000 + rounds * 15_000;

it('loses and doubles no purchase when the process is killed (sqlite)', { timeout: patience }, async () => {
  const folder = folderOfTest();
  await killOften({ DATA_DIR: folder });
});

it.skipIf(!isRedisInstalled)(
  'loses and doubles no purchase when the process and its store are killed (with redis-server, appendonly)',
  { timeout: patience },
  async () => {
    const redis = await startRedisServer({ options: ['--appendfsync', 'always'] });
    await killOften({ STORE_URL: redis.url, KEY_SECRET: 'a secret of the tests, 32 characters or more' }, () =>
      redis.restart(),
    );
    await redis.stop();
  },
);
