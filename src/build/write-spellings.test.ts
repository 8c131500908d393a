import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { writeSpellings, writeSpellingsAtOnce } from './write-spellings.ts';

const toLetter = (digit: string) => 'abcdefghij'[Number(digit)] ?? '';
const lines = Array.from({ length: 30_000 }, (_, number) => {
  const word = `lamp${String(number).replace(/\d/g, toLetter)}`;
  return `${word}\t${word}`;
});

it('has the same bytes from a thread', async () => {
  const folder = folderOfTest();
  mkdirSync(folder, { recursive: true });
  const [inThread, atOnce] = ['one', 'two'].map((name) => join(folder, name)) as [string, string];
  await writeSpellings({ path: inThread, language: 'en', lines });
  writeSpellingsAtOnce({ path: atOnce, language: 'en', lines });
  expect(readFileSync(inThread).length).toBeGreaterThan(1_000_000);
  expect(readFileSync(inThread).equals(readFileSync(atOnce))).toBe(true);
});

it('fails when the file cannot be written', async () => {
  const path = join(folderOfTest(), 'missing/spellings');
  await expect(writeSpellings({ path, language: 'en', lines })).rejects.toThrow('ENOENT');
  await expect(writeSpellings({ path, language: 'en', lines: lines.slice(0, 5) })).rejects.toThrow('ENOENT');
});
