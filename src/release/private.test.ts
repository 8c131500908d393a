import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { keepPrivate } from './private.ts';

const umask = process.umask();
afterEach(() => process.umask(umask));

it.each([
  { given: 0o022, before: undefined, folder: 0o700, file: 0o600 },
  { given: 0o022, before: 0o755, folder: 0o700, file: 0o600 },
  { given: 0o027, before: 0o755, folder: 0o750, file: 0o640 },
  { given: 0o027, before: undefined, folder: 0o750, file: 0o640 },
  { given: 0o022, before: 0o750, folder: 0o750, file: 0o640 },
  { given: 0o027, before: 0o700, folder: 0o700, file: 0o600 },
])('closes a release to all others, to the group unless its owner let it in: %o', ({ given, before, folder, file }) => {
  const releases = join(folderOfTest(), 'release');
  if (before !== undefined) {
    mkdirSync(releases);
    chmodSync(releases, before);
  }
  process.umask(given);
  keepPrivate(releases);
  mkdirSync(join(releases, 'next'), { recursive: true });
  writeFileSync(join(releases, 'next/paid-library.json'), '');
  const modes = ['', 'next', 'next/paid-library.json'].map((name) => statSync(join(releases, name)).mode & 0o777);
  expect(modes).toEqual([folder, folder, file]);
});

it('refuses a folder that others need, instead of closing it to them', () => {
  const folder = folderOfTest();
  const file = join(folder, 'passwd');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  chmodSync(folder, 0o1777);
  expect(() => keepPrivate(folder)).toThrow(`${folder} has other files, such as passwd, and would be closed`);
  keepPrivate(file);
  expect([folder, file].map((path) => statSync(path).mode & 0o7777)).toEqual([0o1777, 0o644]);
});
