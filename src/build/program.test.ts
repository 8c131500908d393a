import { appendFileSync, readFileSync } from 'node:fs';
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
