import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { linkNodeModules } from './node-modules-link.ts';

const findPackage = (releases: string) => createRequire(join(releases, 'a1b2/site/server/entry.mjs')).resolve('zod');

it('lets a release outside of the folder of the software find its packages, also after the software moved', () => {
  const releases = join(folderOfTest(), 'here');
  linkNodeModules(releases);
  expect(findPackage(releases)).toBe(findPackage(import.meta.dirname));
  rmSync(join(releases, 'node_modules'));
  symlinkSync(join(releases, 'where-it-was'), join(releases, 'node_modules'));
  linkNodeModules(releases);
  expect(findPackage(releases)).toBe(findPackage(import.meta.dirname));
});

it('makes no link inside the folder of the software', () => {
  linkNodeModules(import.meta.dirname);
  expect(existsSync(join(import.meta.dirname, 'node_modules'))).toBe(false);
});
