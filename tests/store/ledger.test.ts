import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readCounts, weekOf } from '../../src/core/ledger/ledger-records.ts';
import { openStore } from '../../src/store/open-store.ts';

const kills = Number(process.env.LEDGER_KILLS ?? 3);
const script = join(import.meta.dirname, 'ledger-process.ts');
/** A second, and the time that a timer and a commit take on a busy machine. */
const lostMs = 1_500;

async function killOnce(folder: string) {
  const dataDir = join(folder, 'data');
  // A file takes each line at once; a pipe that is read late leaves lines with the process that is killed.
  const printed = join(folder, 'printed');
  const output = openSync(printed, 'w');
  const counting = spawn(process.execPath, [script, 'sqlite:', dataDir], { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const exit = once(counting, 'exit');
  await expect.poll(() => statSync(printed).size, { timeout: 60_000 }).toBeGreaterThan(0);
  await sleep(randomInt(1_700, 3_000));
  counting.kill('SIGKILL');
  await exit;
  const lines = readFileSync(printed, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [at = 0, count = 0] = line.split(' ').map(Number);
      return { at, count };
    });
  const store = await openStore({ url: 'sqlite:', dataDir, now: Date.now });
  const weeks = [...new Set([weekOf(Date.now() - 60_000), weekOf(Date.now())])];
  const counts = await Promise.all(weeks.map((week) => readCounts(store, week, 'article')));
  await store.close();
  const stored = counts.reduce((sum, { 'read:page:whole:person': count = 0 }) => sum + count, 0);
  const end = lines.at(-1) ?? { at: 0, count: 0 };
  const due = lines.findLast(({ at }) => at < end.at - lostMs)?.count ?? 0;
  return { stored, due, counted: end.count };
}

it(`a killed process loses at most the last second of the ledger (${kills} kills)`, { timeout: 600_000 }, async () => {
  for (let round = 0; round < kills; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'quire-ledger-'));
    try {
      const { stored, due, counted } = await killOnce(folder);
      expect(due).toBeGreaterThan(0);
      expect(stored).toBeGreaterThanOrEqual(due);
      // One more than was printed may have been counted.
      expect(stored).toBeLessThanOrEqual(counted + 1);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});
