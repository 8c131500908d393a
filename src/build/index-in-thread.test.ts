import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { indexAtOnce, indexInThread } from './index-in-thread.ts';

const toLetter = (digit: string) => 'abcdefghij'[Number(digit)] ?? '';
const words = Array.from({ length: 30_000 }, (_, number) => `lamp${String(number).replace(/\d/g, toLetter)}`);
const lines = words.map((word) => `${word}\t${word}`);

it('gives the same spellings in a thread', async () => {
  const folder = folderOfTest();
  mkdirSync(folder, { recursive: true });
  const [inThread, atOnce] = ['one', 'two'].map((name) => join(folder, name)) as [string, string];
  await indexInThread({ kind: 'spellings', path: inThread, language: 'en', lines });
  indexAtOnce({ kind: 'spellings', path: atOnce, language: 'en', lines });
  expect(readFileSync(inThread).length).toBeGreaterThan(1_000_000);
  expect(readFileSync(inThread).equals(readFileSync(atOnce))).toBe(true);
});

it('gives the same beginnings in a thread, under node --watch too', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const texts = words.slice(0, 12_000);
  const found = Buffer.from(await indexInThread({ kind: 'beginnings', texts }));
  expect(found.equals(indexAtOnce({ kind: 'beginnings', texts }))).toBe(true);
});

it('fails when the file cannot be written', async () => {
  const path = join(folderOfTest(), 'missing/spellings');
  const job = { kind: 'spellings', path, language: 'en' } as const;
  await expect(indexInThread({ ...job, lines })).rejects.toThrow('ENOENT');
  await expect(indexInThread({ ...job, lines: lines.slice(0, 5) })).rejects.toThrow('ENOENT');
});
