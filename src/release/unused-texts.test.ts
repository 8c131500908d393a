import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { removeUnusedTexts } from './unused-texts.ts';

it('removes texts that no release refers to, but not what a build may have just written', async () => {
  const releases = folderOfTest();
  const texts = join(releases, 'texts');
  await mkdir(texts);
  for (const [release, part] of [
    ['a'.repeat(16), 'of-the-present'],
    ['b'.repeat(16), 'of-the-one-before'],
  ] as const) {
    await mkdir(join(releases, release));
    const index = { id: { examinedAt: 0, records: [{ part }] } };
    await writeFile(join(releases, release, 'versions.json'), JSON.stringify(index));
  }
  for (const name of ['of-the-present', 'of-the-one-before', 'unused', 'half.next', 'new']) {
    await writeFile(join(texts, name), 'words');
    if (name !== 'new') await utimes(join(texts, name), 1, 1);
  }
  expect(removeUnusedTexts(releases, { until: Date.now() - 60_000 })).toEqual({ files: 2, bytes: 10 });
  expect(await readdir(texts)).toEqual(['new', 'of-the-one-before', 'of-the-present']);
  expect(removeUnusedTexts(releases, { from: Date.now() - 60_000 })).toEqual({ files: 1, bytes: 5 });
  expect(await readdir(texts)).toEqual(['of-the-one-before', 'of-the-present']);
});
