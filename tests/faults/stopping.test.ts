import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bearer, slugsByTier } from '../support/client.ts';
import { type Started, startProcess } from '../support/server.ts';
import { startLoad } from './load.ts';
import { generous, rounds } from './rounds.ts';

const { free, paid } = await slugsByTier();
const reads = ['/', '/api/v1/articles', `/articles/${free[0]}`, `/api/v1/articles/${paid[0]}`, '/ask?query=keys'];
const read = (service: Started) => (number: number) => fetch(service.address + (reads[number % reads.length] ?? ''));

it(
  'finishes on SIGTERM every answer that it began',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const service = await startProcess(generous);
      const load = startLoad(16, read(service));
      await sleep(500);
      expect(await service.kill('SIGTERM')).toBe(0);
      await sleep(50);
      await load.end();
      const strange = [...load.outcomes.keys()].filter(
        // Refused at the door, or a kept connection that was closed before the question got there.
        (outcome) => !/^(?:200|402)$|ECONNREFUSED|other side closed|ECONNRESET/.test(outcome),
      );
      expect(strange).toEqual([]);
    }
  },
  60_000 + rounds * 5_000,
);

it(
  'takes over one release after the other under load, and no reader notices',
  async () => {
    // Beside the packages that its pages import.
    const releases = mkdtempSync('.test-build/taking-over-');
    const [id = ''] = readFileSync('.test-build/current', 'utf8').split('\n');
    const other = 'a'.repeat(16);
    const broken = 'b'.repeat(16);
    for (const name of [id, other, broken]) cpSync(join('.test-build', id), join(releases, name), { recursive: true });
    rmSync(join(releases, broken, 'library.json'));
    const pointTo = (name: string) => {
      writeFileSync(join(releases, 'current.next'), `${name}\n`);
      renameSync(join(releases, 'current.next'), join(releases, 'current'));
    };
    pointTo(id);
    const service = await startProcess({ ...generous, RELEASE_DIR: releases, LOG_LEVEL: 'info' });
    const isSaid = (message: string, count: number) => () => service.output().split(message).length - 1 >= count;
    const load = startLoad(16, read(service));
    for (let round = 1; round <= rounds; round += 1) {
      pointTo(round % 2 ? other : id);
      await expect.poll(isSaid('answers from another release', round), { timeout: 10_000 }).toBe(true);
    }
    pointTo(broken);
    await expect.poll(isSaid('a release was refused', 1), { timeout: 10_000 }).toBe(true);
    await sleep(200);
    await load.end();
    expect([...load.outcomes.keys()].sort()).toEqual(['200', '402']);
    process.stdout.write(`${rounds} releases taken over: ${JSON.stringify([...load.outcomes])}\n`);
    await service.kill('SIGTERM');
    rmSync(releases, { recursive: true });
  },
  60_000 + rounds * 5_000,
);

it('believes a key of the former secret while it is named, and not after', async () => {
  const [former, latter] = [
    'the former secret of 32 characters and more',
    'the latter secret of 32 characters and more',
  ];
  const status = async (service: Started, key: string) =>
    (await fetch(`${service.address}/api/v1/articles/${paid[0]}`, bearer(key))).status;
  const mint = async (service: Started): Promise<string> =>
    (await (await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' })).json()).api_key;

  const first = await startProcess({ KEY_SECRET: former });
  const old = await mint(first);
  await first.kill('SIGTERM');
  const both = await startProcess({ DATA_DIR: first.dataDir, KEY_SECRET: latter, KEY_SECRET_PREVIOUS: former });
  const fresh = await mint(both);
  expect([await status(both, old), await status(both, fresh)]).toEqual([200, 200]);
  await both.kill('SIGTERM');
  const after = await startProcess({ DATA_DIR: first.dataDir, KEY_SECRET: latter });
  expect([await status(after, old), await status(after, fresh)]).toEqual([401, 200]);
  await after.kill('SIGTERM');
});
