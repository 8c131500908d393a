import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/library/digest.ts';
import { checkRelease, currentRelease, finalizeRelease } from '../../src/release/manifest.ts';
import { continueIndexes } from '../../src/release/version-texts.ts';
import { cleanReleaseStore } from '../../src/release-store/clean-store.ts';
import { type FetchedRelease, takeRelease } from '../../src/release-store/fetch-release.ts';
import { type PublishOutcome, publishRelease } from '../../src/release-store/publish-release.ts';
import { findNewest, listRecent, openReleaseStore, type ReleaseStore } from '../../src/release-store/release-store.ts';
import { folderOfTest } from '../support/folders.ts';

const baseUrl = 'https://research.example';
const dayMs = 86_400_000;

/** A folder of releases, with what a publisher or a replica does there. */
function openMachine(name: string, store: ReleaseStore) {
  const releases = folderOfTest();

  return {
    releases,
    /** Builds a release with a text, a part that all releases share, and the text of an earlier version. */
    async build(word: string): Promise<string> {
      const draft = join(releases, 'draft');
      const version = `an earlier text of ${word}`;
      mkdirSync(join(draft, 'site/server'), { recursive: true });
      mkdirSync(join(releases, 'texts'), { recursive: true });
      writeFileSync(join(releases, 'texts', sha256(version)), version);
      writeFileSync(join(draft, 'site/server/entry.mjs'), 'export {};');
      writeFileSync(join(draft, 'library.json'), word);
      const record = { name: '1', releaseAt: null, part: sha256(version) };
      writeFileSync(join(draft, 'versions.json'), JSON.stringify({ one: { examinedAt: 0, records: [record] } }));
      return finalizeRelease(draft, { releases, baseUrl });
    },
    async publish(id: string, options: { isAgain?: boolean; now?: () => number } = {}): Promise<PublishOutcome> {
      const base = await findNewest(store);
      const about = { publisher: name, isAgain: false, now: Date.now, ...options };
      return publishRelease(store, { releases, id, base, ...about });
    },
    async follow(): Promise<FetchedRelease> {
      const newest = await findNewest(store);
      if (newest === undefined) throw new Error('The store is empty.');
      return takeRelease(store, newest, { releases, reuse: [releases] });
    },
    word: async () => readFileSync(join(await checkRelease(releases, baseUrl), 'library.json'), 'utf8'),
    current: () => currentRelease(releases),
    texts: () => readdirSync(join(releases, 'texts')).length,
  };
}

/** Bytes of each file in a folder and below it. */
function listSizes(folder: string): number[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
}

/** What every engine does for publishers and replicas. @param urlOf gives the URL of an empty place */
export function describeReleaseStore(
  title: string,
  urlOf: (name: string) => Promise<string>,
  env: Record<string, string> = {},
): void {
  describe(title, () => {
    let store: ReleaseStore;
    let count = 0;
    beforeEach(async () => {
      count += 1;
      store = await openReleaseStore(await urlOf(`store-${count}`), env);
    });

    async function partOf(content: string) {
      const digest = sha256(content);
      return { digest, body: await store.getPart(digest).then((found) => found && text(found)) };
    }

    it('passes the probe, which leaves nothing behind', async () => {
      await store.probe();
      expect(await store.listNumbers()).toEqual([]);
    });

    it('brings a release to an empty replica, and of the next one only what it lacks', async () => {
      const [publisher, replica] = [openMachine('ada@one', store), openMachine('replica', store)];
      const id = await publisher.build('one');
      const bytes = [join(publisher.releases, id), join(publisher.releases, 'texts')].flatMap(listSizes);
      const all = { uploaded: 5, uploadedBytes: bytes.reduce((sum, size) => sum + size, 0) };
      expect(await publisher.publish(id)).toEqual({ kind: 'published', number: 1, ...all });
      expect(await replica.follow()).toEqual({ fetched: 5, reused: 0, fetchedBytes: all.uploadedBytes });
      expect([await replica.word(), replica.texts()]).toEqual(['one', 1]);
      const second = await publisher.publish(await publisher.build('two'));
      expect(second).toMatchObject({ kind: 'published', number: 2, uploaded: 4 });
      expect(await replica.follow()).toMatchObject({ fetched: 4, reused: 1 });
      expect([await replica.word(), replica.texts()]).toEqual(['two', 2]);
      expect(await publisher.publish((await publisher.current()) ?? '')).toMatchObject({
        kind: 'unchanged',
        number: 2,
      });
      expect((await findNewest(store))?.publisher).toBe('ada@one');
    });

    it('brings what a rollback replaced to an empty machine, whose next build refers to its texts', async () => {
      const publisher = openMachine('ada@one', store);
      const first = await publisher.build('one');
      await publisher.publish(first);
      for (const word of ['two', 'three']) await publisher.publish(await publisher.build(word));
      for (const number of [2, 1]) {
        const { number: _, ...pointer } = (await store.readPointer(number)) ?? expect.fail('It was published.');
        await store.writePointer(6 - number, pointer);
      }
      const machine = openMachine('bob@two', store);
      await machine.follow();
      expect([await machine.word(), machine.texts()]).toEqual(['one', 2]);
      const referred = Object.values(continueIndexes(join(machine.releases, first))).flatMap(({ records }) => records);
      const expected = ['one', 'three'].map((word) => sha256(`an earlier text of ${word}`));
      expect(referred.map(({ part }) => part)).toEqual(expected);
    });

    it('lets one of two publishers win that began with the same release, and names it to the other', async () => {
      const [one, other] = [openMachine('ada@one', store), openMachine('bob@two', store)];
      const ids = [await one.build('of ada'), await other.build('of bob')];
      const base = undefined;
      const about = { base, isAgain: false, now: Date.now };
      const outcomes = await Promise.all([
        publishRelease(store, { ...about, releases: one.releases, id: ids[0] ?? '', publisher: 'ada@one' }),
        publishRelease(store, { ...about, releases: other.releases, id: ids[1] ?? '', publisher: 'bob@two' }),
      ]);
      const won = outcomes.findIndex(({ kind }) => kind === 'published');
      const lost = outcomes.find(({ kind }) => kind === 'lost');
      expect(lost).toMatchObject({ winner: { number: 1, publisher: ['ada@one', 'bob@two'][won], release: ids[won] } });
      expect(await store.listNumbers()).toEqual([1]);
    });

    it('refuses a part that was changed or lost in the store, leaves the replica as it was, and publishes it again', async () => {
      const [publisher, replica] = [openMachine('ada@one', store), openMachine('replica', store)];
      await publisher.publish(await publisher.build('one'));
      await replica.follow();
      await publisher.publish(await publisher.build('two'));
      const { digest } = await partOf('two');
      const fake = join(publisher.releases, 'fake');
      writeFileSync(fake, 'owt');
      await store.removePart(digest);
      await expect(replica.follow()).rejects.toThrow(new RegExp(`The part ${digest} of release .* is missing: run`));
      await store.putPart(digest, fake);
      await expect(replica.follow()).rejects.toThrow(new RegExp(`The part ${digest} of release .* was changed: run`));
      expect(await replica.word()).toBe('one');
      expect(readdirSync(replica.releases).filter((name) => name.startsWith('fetch-'))).toEqual([]);
      const again = await publisher.publish((await publisher.current()) ?? '', { isAgain: true });
      expect(again).toMatchObject({ kind: 'unchanged', number: 2, uploaded: 5 });
      await replica.follow();
      expect(await replica.word()).toBe('two');
    });

    it('removes what none of the ten latest releases refers to, and nothing of the last day', async () => {
      const publisher = openMachine('ada@one', store);
      for (let number = 0; number < 12; number += 1) await publisher.publish(await publisher.build(`text ${number}`));
      expect(await cleanReleaseStore(store, { now: Date.now() })).toEqual({ files: 0, bytes: 0 });
      expect(await store.listNumbers()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      const { files } = await cleanReleaseStore(store, { now: Date.now() + 2 * dayMs });
      // Of each of two releases: library, versions, manifest, and the text of an earlier version.
      expect(files).toBe(8);
      expect((await partOf('text 1')).body).toBeUndefined();
      expect((await partOf('text 2')).body).toBe('text 2');
      expect(await listRecent(store)).toHaveLength(10);
      const replica = openMachine('replica', store);
      await replica.follow();
      expect(await replica.word()).toBe('text 11');
    });

    it('uploads a part again that a cleaning may be removing', async () => {
      const publisher = openMachine('ada@one', store);
      const id = await publisher.build('one');
      await publisher.publish(id);
      await publisher.publish(await publisher.build('two'));
      const later = await publisher.publish(id, { now: () => Date.now() + dayMs });
      expect(later).toMatchObject({ kind: 'published', number: 3, uploaded: 4 });
    });

    it('removes nothing when a release that stays cannot be read', async () => {
      const publisher = openMachine('ada@one', store);
      await publisher.publish(await publisher.build('one'));
      const newest = await findNewest(store);
      await store.removePart(newest?.manifest ?? '');
      await expect(cleanReleaseStore(store, { now: Date.now() + 2 * dayMs })).rejects.toThrow(/^Nothing was removed: /);
      expect((await partOf('one')).body).toBe('one');
    });

    it('fetches a release whose copy on this machine was damaged, part by part', async () => {
      const [publisher, replica] = [openMachine('ada@one', store), openMachine('replica', store)];
      const id = await publisher.build('one');
      await publisher.publish(id);
      await replica.follow();
      writeFileSync(join(replica.releases, id, 'library.json'), 'damaged');
      expect(await replica.follow()).toMatchObject({ fetched: 1, reused: 3 });
      rmSync(join(replica.releases, id), { recursive: true });
      expect(await replica.follow()).toMatchObject({ fetched: 4, reused: 0 });
      expect(await replica.word()).toBe('one');
    });
  });
}
