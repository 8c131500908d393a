import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFileObjects } from '../../src/release-store/file-objects.ts';
import { openReleaseStore } from '../../src/release-store/release-store.ts';
import { folderOfFile, folderOfTest } from '../support/folders.ts';
import { describeObjects } from './object-contract.ts';
import { describeReleaseStore } from './release-store-contract.ts';

const folder = folderOfFile();
describeObjects('objects in a folder', async () => openFileObjects(`file:${join(folder, 'objects')}`));
describeReleaseStore('releases in a folder', async (name) => `file:${join(folder, name)}`);

it('lets no other user read what it stores', async () => {
  const root = join(folderOfTest(), 'store');
  await openFileObjects(`file:${root}`).create('releases/1', 'x');
  expect([root, join(root, 'releases'), join(root, 'releases/1')].map((path) => statSync(path).mode & 0o077)).toEqual([
    0, 0, 0,
  ]);
  expect(readdirSync(join(root, 'incoming'))).toEqual([]);
});

it('says of a folder that cannot be written which one it is', async () => {
  const store = await openReleaseStore('file:/proc/quire', {});
  await expect(store.probe()).rejects.toThrow(
    /^RELEASE_STORE=file:\/proc\/quire cannot be read or written \(ENOENT\): check its disk and owner\.$/,
  );
});
