import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/library/digest.ts';
import { parseManifest } from '../../src/release/manifest.ts';
import { findNewest, openReleaseStore, type ReleaseStore } from '../../src/release-store/release-store.ts';
import { isCephInstalled, startCeph } from '../store/ceph-gateway.ts';
import { folderOfProcess, folderOfTest } from '../support/folders.ts';
import { type Replica, readAll, shareReleases } from './shared-releases.ts';

/** How often a release takes the place of another under load. */
const takeOvers = Number(process.env.TAKE_OVERS ?? 3);

interface Engine {
  name: string;
  isInstalled: boolean;
  start(): Promise<{ url: string; env?: Record<string, string>; signal?(name: 'STOP' | 'CONT'): void; stop?(): void }>;
}

const engines: Engine[] = [
  { name: 'a folder', isInstalled: true, start: async () => ({ url: `file:${folderOfProcess()}` }) },
  {
    name: 'a bucket (with Ceph)',
    isInstalled: isCephInstalled,
    async start() {
      const ceph = await startCeph();
      await ceph.createBucket('journal');
      // The client of this process reads its key here.
      Object.assign(process.env, ceph.env);
      return { ...ceph, url: 's3://journal/releases' };
    },
  },
];

// A build takes minutes where sixteen other programs want the cores.
const timeout = 900_000;

describe.each(engines)('machines that share releases in $name', { timeout }, ({ name, isInstalled, start }) => {
  if (!isInstalled) return it.skip('is not installed');
  let server: Awaited<ReturnType<Engine['start']>>;
  let store: ReleaseStore;
  let machines: Awaited<ReturnType<typeof shareReleases>>;
  let replica: Replica;
  async function parts(): Promise<string[]> {
    const found = [];
    for await (const { digest } of store.listParts()) found.push(digest);
    return found;
  }
  const word = async () => {
    const page = await (await fetch(`${replica.base}/articles/how-an-article-is-written`)).text();
    return /marker-(\w+)/.exec(page)?.[1];
  };
  const publish = async (machine: string, ...args: string[]) => machines.startPublish(machine, { args }).ended;
  const idOf = (printed: string) => /Published release (\w+)/.exec(printed)?.[1] ?? '';

  beforeAll(async () => {
    server = await start();
    store = await openReleaseStore(server.url, process.env);
    machines = await shareReleases(server);
  });
  afterAll(async () => {
    await replica?.stop();
    await machines?.remove();
    server?.stop?.();
  });

  it('refuses to start where neither the store nor the machine has a release', async () => {
    const { code, printed } = await machines.startService('replica').ended;
    expect(printed).toContain(`${store.url} has no release yet: run "npm run publish" with the same RELEASE_STORE.`);
    expect(code).toBe(1);
  });

  it('serves from an empty folder what another machine published', async () => {
    machines.write('one');
    const { code, printed } = await publish('ada');
    expect(printed).toMatch(/Uploaded \d+ parts \(\d+ KB\) to \S+\. It is current, as number 1\./);
    expect(code).toBe(0);
    replica = await machines.startReplica('replica');
    expect(await word()).toBe('one');
    expect(readdirSync(machines.folderOf('replica'))).toEqual(['published']);
  });

  it('takes each release over within five seconds, without a failed request or a mixed release', async () => {
    const words = ['one', 'two'];
    const { release = '' } = (await findNewest(store)) ?? {};
    const load = readAll(replica.base);
    machines.write('two');
    const ids = [release, idOf((await publish('ada')).printed)];
    await expect.poll(word, { timeout: 120_000 }).toBe('two');
    const tookMs: number[] = [];
    for (let round = 0; round < takeOvers; round += 1) {
      const next = round % words.length;
      const { printed } = await machines.run('ada', 'releases', '--rollback', ids[next] ?? '');
      expect(printed).toBe(`${ids[next]} is the current release.\n`);
      const startedAt = performance.now();
      await expect.poll(word, { timeout: 120_000, interval: 20 }).toBe(words[next]);
      tookMs.push(performance.now() - startedAt);
    }
    await expect.poll(() => load.seen.at(-1)).toBe(words[(takeOvers - 1) % words.length]);
    const requests = await load.stop();
    expect(load.failed).toEqual([]);
    const rounds = Array.from({ length: takeOvers }, (_, round) => words[round % words.length]);
    expect(load.seen).toEqual([...words, ...rounds]);
    const sorted = tookMs.toSorted((a, b) => a - b).map(Math.round);
    // One of them may meet another test's build on this machine.
    expect(sorted[sorted.length >> 1]).toBeLessThan(5_000);
    process.stdout.write(
      `${takeOvers} take-overs, ${requests} requests, none failed; p50 ${sorted[sorted.length >> 1]} ms, most ${sorted.at(-1)} ms.\n`,
    );
  }, 3_600_000);

  it('lists the releases of the store, and returns to the one before', async () => {
    const { printed } = await machines.run('bob', 'releases');
    const [current = '', before = ''] = printed.split('\n').map((line) => line.slice(0, 16));
    expect(printed).toMatch(/^\w{16} .* current$/m);
    expect((await machines.run('bob', 'releases', '--rollback')).printed).toBe(`${before} is the current release.\n`);
    expect((await machines.run('bob', 'releases', '--rollback')).printed).toBe(`${current} is the current release.\n`);
  });

  it('lets one of two publishers win, and tells the other', async () => {
    const copy = machines.copyPublication();
    machines.write('ada');
    machines.write('bob', copy);
    const before = await store.listNumbers();
    const ended = await Promise.all([publish('ada'), machines.startPublish('bob', { publication: copy }).ended]);
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    const lost = ended.find(({ code }) => code === 1);
    expect(lost?.printed).toMatch(
      /^\S+@\S+ published release \w{16} as number \d+ in \S+ at \S+, after this build began\. Get the changes that it contains \(git pull\) and run "npm run publish" again\.$/m,
    );
    expect(lost?.printed).toMatch(/^Nothing was published\.$/m);
    expect(await store.listNumbers()).toHaveLength(before.length + 1);
    await expect.poll(word, { timeout: 120_000 }).toBe(['ada', 'bob'][ended.findIndex(({ code }) => code === 0)]);
  });

  it('leaves the current release when the publisher is killed between parts and pointer, and completes later', async () => {
    let wasBetween = false;
    for (let attempt = 1; attempt <= 20 && !wasBetween; attempt += 1) {
      const [before, numbers, known] = [await word(), await store.listNumbers(), await parts()];
      machines.write(`killed${attempt}`);
      const publishing = machines.startPublish('ada');
      let hasEnded = false;
      const ended = publishing.ended.then(() => {
        hasEnded = true;
      });
      // The upload follows. Until then, pauses leave the core to the build.
      while (!hasEnded && !publishing.printed().includes('prebuilt responses')) await setTimeout(20);
      while (!hasEnded && (await parts()).length === known.length) await new Promise(setImmediate);
      publishing.child.kill('SIGKILL');
      await ended;
      wasBetween = (await store.listNumbers()).length === numbers.length;
      // Without the kill it would have completed: then the machines show it, and another attempt follows.
      await expect.poll(word, { timeout: 120_000 }).toBe(wasBetween ? before : `killed${attempt}`);
    }
    expect(wasBetween).toBe(true);
    machines.write('killed');
    expect((await publish('ada')).code).toBe(0);
    await expect.poll(word, { timeout: 120_000 }).toBe('killed');
  });

  // A digest that differs is found by the machine that fetches, of whichever store: once is enough.
  it.runIf(name === 'a folder')(
    'refuses a release with a damaged part, goes on with the one before, and takes it when it is published again',
    async () => {
      const known = new Set(await parts());
      machines.write('damaged');
      // Stopped so that it does not fetch the release before its part is damaged.
      replica.child.kill('SIGSTOP');
      expect((await publish('ada')).code).toBe(0);
      const { manifest } = (await findNewest(store)) ?? {};
      const damaged = (await parts()).find((digest) => !known.has(digest) && digest !== manifest) ?? '';
      const zeros = join(folderOfTest(), 'zeros');
      writeFileSync(zeros, Buffer.alloc(100));
      await store.putPart(damaged, zeros);
      replica.child.kill('SIGCONT');
      await expect.poll(replica.printed, { timeout: 60_000 }).toContain(`The part ${damaged} of release`);
      expect(await word()).toBe('killed');
      expect((await publish('ada', '--again')).code).toBe(0);
      await expect.poll(word, { timeout: 120_000 }).toBe('damaged');
      expect(replica.printed().match(/no newer release can be fetched/g)).toHaveLength(1);
      expect(replica.printed()).not.toContain('publish another release');

      // A publisher without the release finds the damage, and its own release has the same code.
      const read = async (digest: string) => buffer((await store.getPart(digest)) ?? Readable.from([]));
      const current = parseManifest(String(await read((await findNewest(store))?.manifest ?? '')));
      const [, shared = ''] = Object.entries(current?.parts ?? {}).find(([name]) => name.endsWith('.mjs')) ?? [];
      await store.putPart(shared, zeros);
      expect((await publish('eve')).printed).toContain('This build begins without it.');
      expect(sha256(await read(shared))).toBe(shared);
    },
  );

  it('serves on while the store does not respond, logs that once, and takes over what was published since', async ({
    skip,
  }) => {
    if (server.signal === undefined) return skip('a folder responds');
    const logged = (message: string) => replica.printed().split(message).length - 1;
    const before = [logged('does not respond'), logged('releases can be fetched again')];
    const load = readAll(replica.base);
    server.signal('STOP');
    await expect.poll(() => logged('does not respond'), { timeout: 60_000 }).toBe((before[0] ?? 0) + 1);
    server.signal('CONT');
    machines.write('back');
    expect((await publish('ada')).code).toBe(0);
    await expect.poll(word, { timeout: 120_000 }).toBe('back');
    await load.stop();
    expect(load.failed).toEqual([]);
    expect(logged('does not respond')).toBe((before[0] ?? 0) + 1);
    expect(logged('releases can be fetched again')).toBe((before[1] ?? 0) + 1);
  });

  it('starts again after it was killed while it fetched, and leaves nothing of that', async () => {
    const published = join(machines.folderOf('killed'), 'published');
    const starting = machines.startService('killed');
    const isFetching = () => existsSync(published) && readdirSync(published).some((name) => name.startsWith('fetch-'));
    while (!isFetching()) await new Promise(setImmediate);
    starting.child.kill('SIGKILL');
    await starting.ended;
    const other = await machines.startReplica('killed', { WORKERS: '2' });
    expect(isFetching()).toBe(false);
    expect((await fetch(`${other.base}/articles/how-an-article-is-written.md`)).status).toBe(200);
    await other.stop();
  });
});
