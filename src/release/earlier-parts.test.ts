import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openEarlierParts } from './earlier-parts.ts';
import { checkRelease, finalizeRelease } from './manifest.ts';

const baseUrl = 'https://one.example';
const name = 'responses/some-articles';
let releases: string;

beforeEach(() => {
  releases = folderOfTest();
});

/**
 * @param text content of a part that differs in each release
 * @returns the folder of the release, and whether it has the other part from an earlier one
 */
async function build(text: string, { isFirst = false } = {}) {
  const next = join(releases, 'next');
  await mkdir(join(next, 'responses'), { recursive: true });
  await mkdir(join(next, 'site'), { recursive: true });
  await writeFile(join(next, 'library.json'), text);
  await writeFile(join(next, 'site/entry.mjs'), 'export {};');
  const earlier = await openEarlierParts(releases);
  if (isFirst) await writeFile(join(next, name), 'The page of an article.');
  const isTaken = await earlier.take(name, next);
  const id = await finalizeRelease(next, { releases, baseUrl, linked: earlier.linked });
  return { folder: join(releases, id), isTaken };
}

const readChecked = async (folder: string) => JSON.parse(await readFile(join(folder, 'checked.json'), 'utf8'));

it('is the same file in all releases that have it, with the digest of its bytes', async () => {
  const first = await build('one', { isFirst: true });
  const second = await build('two');
  expect([first.isTaken, second.isTaken]).toEqual([false, true]);
  const [one, two] = await Promise.all([first, second].map(({ folder }) => stat(join(folder, name))));
  expect(two?.ino).toBe(one?.ino);
  expect(await checkRelease(releases, baseUrl)).toBe(second.folder);
});

it('stays when the release that had it first is removed', async () => {
  await build('one', { isFirst: true });
  for (const text of ['two', 'three', 'four']) expect((await build(text)).isTaken).toBe(true);
  expect((await readdir(releases)).length).toBeLessThan(6);
  expect(await readFile(join(await checkRelease(releases, baseUrl), name), 'utf8')).toBe('The page of an article.');
});

it('is not read again by the build that links it, nor by the start after it, once it was compared', async () => {
  await build('one', { isFirst: true });
  await sleep(2_100);
  const { folder } = await build('two');
  const known = await readChecked(folder);
  expect(Object.keys(known)).toContain(name);
  await build('three');
  const later = await build('four');
  // The first release is gone by now, which changes a time of the file.
  expect(Object.keys(await readChecked(later.folder))).toContain(name);
  await checkRelease(releases, baseUrl);
  expect((await readChecked(later.folder))[name]).toMatch(new RegExp(`^${known[name].split(' ')[0]} `));
});

it('is taken from no release that has it damaged', async () => {
  const { folder } = await build('one', { isFirst: true });
  await writeFile(join(folder, name), 'The page of another one.');
  expect((await build('two')).isTaken).toBe(false);
});
