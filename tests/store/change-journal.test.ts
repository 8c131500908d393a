import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/core/change-journal.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { folderOfFile } from '../support/folders.ts';
import { digestsOf } from './journal-releases.ts';
import { isPostgresInstalled, startPostgres } from './postgres-server.ts';
import { isRedisInstalled, startRedisServer } from './redis-server.ts';

const kills = Number(process.env.FAULT_ROUNDS ?? 2);
const script = join(import.meta.dirname, 'journal-process.ts');
const folder = folderOfFile();
let redis: Awaited<ReturnType<typeof startRedisServer>> | undefined;
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
beforeAll(async () => {
  if (isRedisInstalled) redis = await startRedisServer();
  if (isPostgresInstalled) postgres = await startPostgres();
});
afterAll(async () => {
  await redis?.stop();
  postgres?.stop();
});

/** @returns the release that the process was recording when it was killed */
async function recordUntilKilled(url: string, first: number): Promise<number> {
  const recording = spawn(process.execPath, [script, url, String(first), '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(recording, 'exit');
  let release = -1;
  for await (const line of createInterface(recording.stdout)) {
    release = Number(line);
    if (release === first) setTimeout(() => recording.kill('SIGKILL'), randomInt(1, 250));
  }
  await exit;
  return release;
}

/** One that asks for what changed since its last number, and keeps its own copy by that alone. */
function createFollower(store: Store) {
  const copy = new Map<string, string>();
  let last = 0;
  return {
    copy,
    async follow() {
      for (;;) {
        const { head, entries } = await readJournal(store, last, 700);
        for (const { slug, number, digest } of entries) {
          expect(number).toBeGreaterThan(last);
          last = number;
          if (digest === null) copy.delete(slug);
          else copy.set(slug, digest);
        }
        if (entries.length === 0) return head;
      }
    },
  };
}

describe.each([
  { name: 'sqlite', isHere: true, url: () => `sqlite:${join(folder, 'state.db')}` },
  { name: 'redis-server', isHere: isRedisInstalled, url: () => redis?.url ?? '' },
  { name: 'postgresql', isHere: isPostgresInstalled, url: () => postgres?.url ?? '' },
])('the change journal on $name', ({ isHere, url }) => {
  it.skipIf(!isHere)(
    `tells a follower every change once, through ${kills} kills`,
    { timeout: 60_000 + kills * 20_000 },
    async () => {
      const store = await openStore({ url: url(), dataDir: folder, now: Date.now });
      const follower = createFollower(store);
      let release = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        release = await recordUntilKilled(url(), release);
        await follower.follow();
        // The next process completes what this one left, and no later release hides what is missing.
        const completing = spawn(process.execPath, [script, url(), `${release}`, `${release}`], { stdio: 'inherit' });
        expect(await once(completing, 'exit')).toEqual([0, null]);
        expect(await follower.follow()).toMatchObject({ epoch: '0badcafe', release: `release-${release}` });
        expect(follower.copy).toEqual(digestsOf(release));
        release += 1;
      }
      process.stdout.write(`${kills} kills while ${release} releases were recorded\n`);
      await store.close();
    },
  );
});
