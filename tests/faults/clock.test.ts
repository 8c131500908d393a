import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bearer, slugsByTier } from '../support/client.ts';
import { folderOfFile } from '../support/folders.ts';
import { type Started, startProcess } from '../support/server.ts';
import { type Acknowledged, buyUntilItBreaks, findLost } from './purchases.ts';

const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find(existsSync);
const folder = folderOfFile();
const { paid } = await slugsByTier();

/** Within the day for which a repeat with the same Idempotency-Key is answered the same. */
const steps: [string, string][] = [
  ['an hour back', '-1h'],
  ['eight hours back', '-8h'],
  ['to the right time', '+0'],
  ['eight hours on', '+8h'],
  ['and back again', '+0'],
];

describe.skipIf(!library)('a clock that is set while the service runs (with libfaketime)', () => {
  it('loses nothing that was acknowledged, shuts no key out, and keeps no window open for longer than a minute', async () => {
    const clock = join(folder, 'clock');
    writeFileSync(clock, '+0');
    const service = await startProcess({ RATE_LIMIT_PER_MINUTE: '1000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000' }, [
      'env',
      `LD_PRELOAD=${library}`,
      `FAKETIME_TIMESTAMP_FILE=${clock}`,
      'FAKETIME_NO_CACHE=1',
      'DONT_FAKE_MONOTONIC=1',
    ]);
    const acknowledged: Acknowledged = new Map();
    const [key] = await buy(service, 'before', acknowledged);
    for (const [name, offset] of steps) {
      writeFileSync(clock, offset);
      const isSet = async () => {
        const said = Date.parse((await fetch(`${service.address}/healthz`)).headers.get('date') ?? '');
        return Math.abs(said - Date.now() - Number.parseFloat(offset) * 3_600_000) < 10_000;
      };
      await expect.poll(isSet, { timeout: 60_000 }).toBe(true);
      const read = await fetch(`${service.address}/api/v1/articles/${paid[0]}`, bearer(key ?? ''));
      expect([name, read.status]).toEqual([name, 200]);
      const serviceNow = Date.parse(read.headers.get('date') ?? '') / 1_000;
      const resetsIn = Number(read.headers.get('x-ratelimit-reset')) - serviceNow;
      expect(resetsIn, name).toBeGreaterThanOrEqual(-1);
      expect(resetsIn, name).toBeLessThanOrEqual(61);
      await buy(service, name, acknowledged);
      expect(await findLost(acknowledged, service), name).toEqual([]);
    }
    expect((await fetch(`${service.address}/readyz/recording`)).status).toBe(200);
    await service.kill('SIGKILL');
  }, 180_000);
});

/** Some, and the keys among what was told. */
async function buy(service: Started, prefix: string, acknowledged: Acknowledged): Promise<string[]> {
  const before = new Set(acknowledged.keys());
  await buyUntilItBreaks({
    service,
    prefix,
    acknowledged,
    onAcknowledged(count) {
      if (count >= before.size + 16) throw new Error('enough');
    },
  });
  return [...acknowledged].filter(([name]) => name.startsWith('key') && !before.has(name)).map(([, told]) => told);
}
