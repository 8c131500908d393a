import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openPartCache, partKey, removeUnusedParts } from './part-cache.ts';

const key = partKey('page', 'one');
const bytes = Buffer.from('what a page is');
let folder: string;

beforeEach(() => {
  folder = join(folderOfTest(), 'parts');
  openPartCache(folder).store(key, bytes);
});

it('finds what any earlier build stored, and nothing under another key', () => {
  expect(openPartCache(folder).find(key)).toEqual(bytes);
  expect(openPartCache(folder).find(partKey('pageone'))).toBeUndefined();
  expect(readdirSync(folder)).toEqual([key]);
});

it('lets no other user of the machine read it, whatever the folder was before', () => {
  chmodSync(folder, 0o755);
  openPartCache(folder).store(partKey('another'), bytes);
  expect([folder, join(folder, key)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

it.each([
  ['changed', (path: string) => writeFileSync(path, readFileSync(path).fill(1, 8))],
  ['cut short', (path: string) => truncateSync(path, 8)],
  ['emptied', (path: string) => truncateSync(path, 0)],
])('does not find a part that was %s, and stores it again', (_, damage) => {
  damage(join(folder, key));
  expect(openPartCache(folder).find(key)).toBeUndefined();
  openPartCache(folder).store(key, bytes);
  expect(openPartCache(folder).find(key)).toEqual(bytes);
});

it('does not find a part that has the name of another one', () => {
  const other = partKey('page', 'two');
  renameSync(join(folder, key), join(folder, other));
  expect(openPartCache(folder).find(other)).toBeUndefined();
});

it('is empty where its folder cannot be written', () => {
  const cache = openPartCache(join(folder, key));
  cache.store(key, bytes);
  expect(cache.find(key)).toBeUndefined();
});

it('removes what no build has used for thirty days', () => {
  const used = partKey('used');
  openPartCache(folder).store(used, bytes);
  const old = Date.now() / 1000 - 31 * 86_400;
  for (const name of [key, used]) utimesSync(join(folder, name), old, old);
  expect(openPartCache(folder).find(used)).toEqual(bytes);
  expect(removeUnusedParts(folder, { now: Date.now() })).toEqual({ files: 1, bytes: bytes.length + 4 });
  expect(readdirSync(folder)).toEqual([used]);
});
