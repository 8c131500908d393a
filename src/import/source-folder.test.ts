import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { createImportAssets } from './import-assets.ts';
import { openSourceFolder } from './source-folder.ts';

/** A manuscript's folder beside a file that is none of its business, and a symbolic link to that file. */
function openManuscript() {
  const root = folderOfTest();
  const folder = join(root, 'manuscript');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.env'), 'SECRET=1');
  writeFileSync(join(folder, 'two words.png'), 'picture');
  symlinkSync(join(root, 'secret.env'), join(folder, 'link.png'));
  const assets = createImportAssets('x');
  return { root, assets, files: openSourceFolder([folder], assets) };
}

test('a file of the folder is read, by its name or as a URL spells it', () => {
  const { files, assets } = openManuscript();
  for (const name of ['two words.png', 'two%20words.png'])
    expect(files.read(name, { kind: 'figure' })?.toString()).toBe('picture');
  expect(files.read('two words', { kind: 'figure', endings: ['.pdf', '.png'] })?.toString()).toBe('picture');
  expect(assets.left).toEqual([]);
});

test.each(['../secret.env', '%2e%2e/secret.env', 'link.png'])(
  '%s is outside the folder, reported and not read',
  (name) => {
    const { files, assets } = openManuscript();
    expect(files.read(name, { kind: 'figure' })).toBeUndefined();
    expect(assets.left).toEqual([expect.stringContaining('which is outside the folder of the manuscript')]);
  },
);

test('neither an absolute path nor another site is read', () => {
  const { root, files, assets } = openManuscript();
  for (const name of [join(root, 'secret.env'), 'http://127.0.0.1/a.png', 'file:///etc/passwd'])
    expect(files.read(name, { kind: 'figure' })).toBeUndefined();
  expect(assets.left).toEqual([
    expect.stringContaining('which is outside the folder'),
    expect.stringContaining('http://127.0.0.1/a.png, which is on another site and was not fetched'),
    expect.stringContaining('file:///etc/passwd, which is on another site and was not fetched'),
  ]);
});

test('a file that is missing is reported', () => {
  const { files, assets } = openManuscript();
  expect(files.read('none.png', { kind: 'figure' })).toBeUndefined();
  expect(assets.left).toEqual(['The figure none.png, which is not there']);
});
