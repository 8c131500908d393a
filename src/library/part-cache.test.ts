import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { type Block, createMemo, openPartCache, partKey, removeUnusedParts } from './part-cache.ts';

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

describe('a frame', () => {
  const frame = { head: { title: 'one' }, blocks: ['first', '', 'second'].map((text) => Buffer.from(text)) };
  const open = (about: { made?: typeof frame; isCurrent?: boolean } = {}) =>
    createMemo(openPartCache(folder), 'this software').frame(
      ['frame'],
      async () => about.made ?? expect.fail('It is computed again.'),
      () => about.isCurrent ?? true,
    );
  const read = (blocks: readonly (Uint8Array | Block)[]) =>
    blocks.map((block) => Buffer.from('read' in block ? block.read() : block).toString());

  it('of an earlier build is found, and none of its blocks is read before it is asked for', async () => {
    const names = new Set(readdirSync(folder));
    expect(read((await open({ made: frame })).blocks)).toEqual(['first', '', 'second']);
    const { head, blocks } = await open();
    expect([head, blocks.map(({ length }) => length)]).toEqual([{ title: 'one' }, [5, 0, 6]]);
    expect(read(blocks)).toEqual(['first', '', 'second']);
    const sizes = readdirSync(folder).filter((name) => !names.has(name));
    expect(sizes).toHaveLength(2);
  });

  it('that replaces another one leaves the blocks of that as they were', async () => {
    const former = await open({ made: frame });
    const second = { head: { title: 'two' }, blocks: [Buffer.from('third')] };
    const latter = await open({ made: second, isCurrent: false });
    expect([latter.head, read(latter.blocks)]).toEqual([{ title: 'two' }, ['third']]);
    expect((await open()).head).toEqual({ title: 'two' });
    expect(read(former.blocks)).toEqual(['first', '', 'second']);
  });

  it.each([
    ['was removed', (path: string) => rmSync(path)],
    ['was emptied', (path: string) => truncateSync(path, 0)],
  ])('is computed again when the file of its blocks %s', async (_, damage) => {
    const names = new Set(readdirSync(folder));
    await open({ made: frame });
    const blocks = readdirSync(folder).filter((name) => !names.has(name) && statSync(join(folder, name)).size === 15);
    expect(blocks).toHaveLength(1);
    damage(join(folder, blocks[0] ?? ''));
    expect(read((await open({ made: frame })).blocks)).toEqual(['first', '', 'second']);
  });

  it('says what to do when its blocks were changed, and is then computed again', async () => {
    const { blocks } = await open({ made: frame });
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).size === 15) writeFileSync(path, readFileSync(path).fill(1, 8));
    }
    expect(() => read(blocks)).toThrow('A result of an earlier build was damaged and is removed now: run the command');
    expect(read((await open({ made: frame })).blocks)).toEqual(['first', '', 'second']);
  });

  it('is in memory where nothing can be stored', async () => {
    folder = join(folder, key);
    expect(read((await open({ made: frame })).blocks)).toEqual(['first', '', 'second']);
  });
});

it('finds what was stored long ago, and marks it as used', () => {
  const old = Date.now() / 1000 - 3 * 86_400;
  utimesSync(join(folder, key), old, old);
  const cache = openPartCache(folder);
  expect([cache.has(key, bytes.length), cache.has(key, 1)]).toEqual([true, false]);
  expect(statSync(join(folder, key)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
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
