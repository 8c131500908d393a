import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slugsByTier } from '../support/client.ts';
import { folderOfFile } from '../support/folders.ts';
import { type Started, startProcess } from '../support/server.ts';
import { type Acknowledged, buyUntilItBreaks, findLost } from './purchases.ts';
import { generous, rounds } from './rounds.ts';

const folder = folderOfFile();

const shim = join(folder, 'disk-shim.so');
const compiled = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, 'tests/faults/disk-shim.c', '-ldl']);
const { free } = await slugsByTier();

/** Everything that needs no record. */
async function expectReadable(service: Started) {
  for (const path of ['/', '/api/v1/articles', `/articles/${free[0]}`, '/ask?query=keys', '/healthz', '/readyz']) {
    const { status, body } = await fetch(service.address + path);
    await body?.cancel();
    expect([path, status]).toEqual([path, 200]);
  }
}

/** Buys until so many were acknowledged or refused. */
async function buy(service: Started, about: { prefix: string; acknowledged: Acknowledged; answers: number }) {
  const statuses = new Map<number, number>();
  let answers = 0;
  await buyUntilItBreaks({
    ...about,
    service,
    onAcknowledged() {
      if (++answers > about.answers) throw new Error('enough');
    },
    onRefusal: (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
  });
  return statuses;
}

describe.skipIf(compiled.status !== 0)('a disk with faults (with gcc)', () => {
  const faults: [string, string][] = [
    ['fails three in a hundred writes and syncs (EIO)', '5 3'],
    ['fails all of them (EIO)', '5 100'],
    ['is full (ENOSPC)', '28 100'],
    ['has become read-only (EROFS)', '30 100'],
  ];

  it('refuses what it cannot hold with 503, keeps what was acknowledged, and is written again when it is mended', async () => {
    const control = join(folder, 'control');
    const mend = () => writeFileSync(control, '0 0');
    mend();
    const data = mkdtempSync(join(folder, 'data-'));
    const env = { ...generous, DATA_DIR: data };
    const faulty = ['env', `LD_PRELOAD=${shim}`, `FAULT_FOLDER=${data}`, `FAULT_FILE=${control}`];
    const service = await startProcess(env, faulty);
    const acknowledged: Acknowledged = new Map();
    expect(await buy(service, { prefix: 'before', acknowledged, answers: 50 })).toEqual(new Map());
    for (const [name, fault] of faults) {
      const before = acknowledged.size;
      writeFileSync(control, fault);
      const refused = await buy(service, { prefix: name, acknowledged, answers: rounds > 3 ? 3_000 : 150 });
      expect([...refused.keys()], name).toEqual([503]);
      await expectReadable(service);
      const whileBroken = acknowledged.size - before;
      mend();
      const mendedAt = performance.now();
      await expect
        .poll(() => fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' }), { interval: 20 })
        .toMatchObject({ status: 200 });
      const ms = (performance.now() - mendedAt).toFixed();
      process.stdout.write(
        `A disk that ${name}: ${refused.get(503)} refused, ${whileBroken} acknowledged, back in ${ms} ms\n`,
      );
      expect(await findLost(acknowledged, service), name).toEqual([]);
    }
    await service.kill('SIGKILL');
    const next = await startProcess(env);
    expect(await findLost(acknowledged, next)).toEqual([]);
    process.stdout.write(`Faults of the disk: ${acknowledged.size} acknowledged, 0 lost\n`);
    await next.kill('SIGKILL');
  }, 300_000);
});

it('goes on being read when its state file is overwritten while it serves, and says so at the next start', async () => {
  const service = await startProcess(generous);
  const acknowledged: Acknowledged = new Map();
  await buy(service, { prefix: 'whole', acknowledged, answers: 200 });
  for (const name of ['state.db', 'state.db-wal']) {
    const path = join(service.dataDir, name);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(Math.max(8_192, statSync(path).size), 0xff), 0, undefined, 100);
    closeSync(file);
  }
  const refused = await buy(service, { prefix: 'damaged', acknowledged: new Map(), answers: 100 });
  for (const status of refused.keys()) expect(status).toBe(503);
  await expectReadable(service);
  await service.kill('SIGKILL');
  await expect(startProcess({ ...generous, DATA_DIR: service.dataDir })).rejects.toThrow('state.db is damaged');
});
