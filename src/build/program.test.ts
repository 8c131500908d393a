import { appendFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { findProgram, storeProgram } from './program.ts';

it('finds the program of the same software as it was stored, and none that was damaged', () => {
  const folder = folderOfTest();
  expect(findProgram('this', folder)).toBeUndefined();
  storeProgram('this', 'export const one = 1;', folder);
  const path = findProgram('this', folder) ?? '';
  expect(readFileSync(path, 'utf8')).toBe('export const one = 1;');
  expect(findProgram('another', folder)).toBeUndefined();
  appendFileSync(path, ' ');
  expect(findProgram('this', folder)).toBeUndefined();
});

it('finds no program where the folder of the software was moved or copied, for it has the paths of the first one', () => {
  const [here, there] = [join(folderOfTest(), 'here'), join(folderOfTest(), 'there')];
  storeProgram('this', 'export const one = 1;', here);
  renameSync(here, there);
  expect(findProgram('this', there)).toBeUndefined();
});

it('finds none in a folder that cannot be read', () => {
  expect(findProgram('software', import.meta.filename)).toBeUndefined();
});
