import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { sha256 } from './digest.ts';
import { openFileReader } from './file-reader.ts';

const text = 'Zürich→東京';

function openFile() {
  const folder = folderOfTest();
  const path = join(folder, 'library.bodies');
  writeFileSync(path, text);
  return { folder, path, file: openFileReader(path, sha256(text)) };
}

it('reads by place, to the end of the file, and not from a file that is closed or missing', async () => {
  const { folder, file } = openFile();
  expect([file.size, file.read(0, 7).toString(), file.read(10, 99).toString()]).toEqual([16, 'Zürich', '東京']);
  expect((await file.readLater(10, 99)).toString()).toBe('東京');
  expect(file.read(99, 1)).toHaveLength(0);
  const last = file.readLater(0, 7);
  file.close();
  expect((await last).toString()).toBe('Zürich');
  expect(() => file.read(0, 7)).toThrow('is closed');
  await expect(file.readLater(0, 7)).rejects.toThrow('is closed');
  expect(() => openFileReader(join(folder, 'other'))).toThrow('is missing: run "npm run build" first.');
});

it.each([8, 0])('gives no byte that is not there any more of a file that was cut to %i', async (left) => {
  const { path, file } = openFile();
  truncateSync(path, left);
  const shorter = `${path} became shorter while it was served from: run "npm run build" again`;
  await expect(file.readLater(4, 12)).rejects.toThrow(shorter);
  expect(() => file.read(4, 12)).toThrow(shorter);
  expect(() => file.read(0, 1), 'whatever is still there').toThrow(shorter);
  expect(file.damage()).toContain(shorter);
});

/** A file system tells moments apart by some milliseconds. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 30));

it('notices when it looks that the file holds something else, and nothing while it holds the same', async () => {
  const { path, file } = openFile();
  await tick();
  utimesSync(path, 1, 1);
  await file.check();
  writeFileSync(path, text);
  await file.check();
  expect(file.damage()).toBeUndefined();
  for (const other of [text.replace('Z', 'z'), `${text}!`, '']) {
    const { path, file } = openFile();
    await tick();
    writeFileSync(path, other);
    await file.check();
    expect(file.damage(), other).toMatch(/library\.bodies (?:was changed|became shorter) while it was served from/);
  }
});
