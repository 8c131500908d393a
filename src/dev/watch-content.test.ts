import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { watchContent } from './watch-content.ts';

let folder = '';
let changed: string[] = [];
let stop = () => {};

beforeEach(() => {
  folder = folderOfTest();
  mkdirSync(join(folder, 'articles'));
  writeFileSync(join(folder, 'articles/one.md'), 'One.');
  changed = [];
  stop = watchContent(folder, {
    onChange: (path) => changed.push(path),
    onError(error) {
      throw error;
    },
  });
});
afterEach(() => stop());

const reports = (name: string) => expect.poll(() => changed).toContain(join(folder, name));

test('reports a file each time it is written or replaced', async () => {
  for (const text of ['Two.', 'Three.']) {
    changed = [];
    writeFileSync(join(folder, 'articles/one.md'), text);
    await reports('articles/one.md');
    changed = [];
    // Many editors save like this.
    writeFileSync(join(folder, 'articles/.one.md.new'), text);
    renameSync(join(folder, 'articles/.one.md.new'), join(folder, 'articles/one.md'));
    await reports('articles/one.md');
  }
});

test('reports files of folders that are created later, also again', async () => {
  for (const _ of [1, 2]) {
    mkdirSync(join(folder, 'articles/one/data'), { recursive: true });
    await reports('articles/one');
    writeFileSync(join(folder, 'articles/one/data/chart.csv'), 'a,b');
    await reports('articles/one/data/chart.csv');
    rmSync(join(folder, 'articles/one'), { recursive: true });
    await expect.poll(() => changed.at(-1)).toBe(join(folder, 'articles/one'));
    changed = [];
  }
});

test('reports nothing after it is stopped', async () => {
  stop();
  writeFileSync(join(folder, 'articles/one.md'), 'Two.');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(changed).toEqual([]);
});
