import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { isPostgresInstalled, startPostgres } from '../store/postgres-server.ts';
import { isRedisInstalled, startRedisServer } from '../store/redis-server.ts';
import { slugsByTier } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { startProcess } from '../support/server.ts';
import { payUntilItBreaks, type SentPayment, settleAll } from './payments.ts';
import { type Acknowledged, buyUntilItBreaks, findLost } from './purchases.ts';
import { generous, rounds } from './rounds.ts';

const { paid } = await slugsByTier();

/**
 * Kills in the middle of subscriptions, checkouts and payments, starts again, and asks for everything that was sent.
 */
async function killOften(env: Record<string, string>, afterEach: () => Promise<void> = async () => {}) {
  let total = 0;
  const paidFor = { opened: 0, finished: 0, readmitted: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const acknowledged: Acknowledged = new Map();
    const payments: SentPayment[] = [];
    const service = await startProcess({ ...generous, ...env });
    const [enough, enoughPaid] = [randomInt(20, 200), randomInt(1, 20)];
    let opened = 0;
    const killWhenEnough = () => void (acknowledged.size >= enough && opened >= enoughPaid && service.kill('SIGKILL'));
    await Promise.all([
      buyUntilItBreaks({ service, prefix: `round-${round}`, acknowledged, onAcknowledged: killWhenEnough }),
      payUntilItBreaks({
        service,
        path: `/api/v1/articles/${paid[round % paid.length]}`,
        payments,
        onAnswer(count) {
          opened = count;
          killWhenEnough();
        },
      }),
    ]);
    expect(acknowledged.size, `stopped by itself: ${service.output()}`).toBeGreaterThanOrEqual(enough);
    await afterEach();
    const second = await startProcess({ ...generous, ...env });
    expect(await findLost(acknowledged, second), `round ${round}`).toEqual([]);
    const outcomes = await settleAll(payments, second);
    await second.kill('SIGTERM');
    total += acknowledged.size;
    for (const end of ['opened', 'finished', 'readmitted'] as const) paidFor[end] += outcomes[end];
  }
  process.stdout.write(
    `${rounds} kills, ${total} purchases acknowledged, 0 lost or doubled; payments ${JSON.stringify(paidFor)}, ${paidFor.finished + paidFor.readmitted} of them killed in mid-answer, 0 spent and unopened, 0 opened twice\n`,
  );
}

const patience = 60_000 + rounds * 90_000;

it('loses and doubles no purchase and no payment when the process is killed (sqlite)', {
  timeout: patience,
}, async () => {
  const folder = folderOfTest();
  await killOften({ DATA_DIR: folder });
});

it.skipIf(!isRedisInstalled)(
  'loses and doubles no purchase and no payment when the process and its store are killed (with redis-server, appendonly)',
  { timeout: patience },
  async () => {
    const redis = await startRedisServer({ options: ['--appendfsync', 'always'] });
    await killOften({ STORE_URL: redis.url, KEY_SECRET: 'a secret of the tests, 32 characters or more' }, () =>
      redis.restart(),
    );
    await redis.stop();
  },
);

it.skipIf(!isPostgresInstalled)(
  'loses and doubles no purchase and no payment when the process and its store are killed (with postgresql)',
  { timeout: patience },
  async () => {
    const postgres = await startPostgres();
    await killOften(
      { STORE_URL: postgres.url, KEY_SECRET: 'a secret of the tests, 32 characters or more' },
      async () => {
        postgres.kill();
        postgres.start();
      },
    );
    postgres.stop();
  },
);
