import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { sha256 } from '../library/digest.ts';
import { openFileReader } from '../library/file-reader.ts';
import type { VersionRecord } from '../library/versions.ts';
import { writeVersionIndex } from './version-index.ts';
import { continueIndexes, openTexts } from './version-texts.ts';

function describeText(part: string): VersionRecord {
  return { name: '1', label: null, tier: 'free', date: '2026-11-28', releaseAt: null, digest: '', part };
}

it('names each text once that was changed or removed since the release was opened, and reads the others', async () => {
  const folder = folderOfTest();
  const bytes = ['one', 'two', 'three'].map((title) => JSON.stringify({ article: { title }, paid: null }));
  const [changed = '', gone = '', whole = ''] = bytes.map((text) => sha256(text));
  mkdirSync(join(folder, 'texts'));
  mkdirSync(join(folder, 'release'));
  for (const text of bytes) writeFileSync(join(folder, 'texts', sha256(text)), text);
  const list = { examinedAt: 1, records: bytes.map((text) => describeText(sha256(text))) };
  const file = join(folder, 'release', 'versions.json');
  writeFileSync(file, writeVersionIndex({ 'an-article': list }));
  const texts = await openTexts(join(folder, 'release'), openFileReader(file));
  writeFileSync(join(folder, 'texts', changed), '{}');
  rmSync(join(folder, 'texts', gone));
  for (const part of [changed, changed, gone]) await expect(texts.read(part)).rejects.toThrow(part);
  expect(await texts.read(whole)).toMatchObject({ article: { title: 'three' } });
  expect(texts.damage()).toEqual([
    `${join(folder, 'texts', changed)} was changed: copy it from a backup, or from another replica.`,
    `${join(folder, 'texts', gone)} is gone: copy it from a backup, or from another replica.`,
  ]);
});

it('looks for each text once, and again when one was removed', async () => {
  const folder = folderOfTest();
  const release = join(folder, 'release');
  const parts = ['one', 'two'].map((text) => sha256(text));
  for (const name of ['texts', 'release']) mkdirSync(join(folder, name));
  for (const part of parts) writeFileSync(join(folder, 'texts', part), '');
  const file = join(release, 'versions.json');
  writeFileSync(file, writeVersionIndex({ 'an-article': { examinedAt: 1, records: parts.map(describeText) } }));
  const open = () => openTexts(release, openFileReader(file));
  // The time of a folder tells nothing before its clock has moved on.
  await setTimeout(2_100);
  await open();
  const known = readFileSync(join(release, 'checked.json'), 'utf8');
  expect(Object.keys(JSON.parse(known))).toEqual(['../texts']);
  await open();
  rmSync(join(folder, 'texts', parts[1] ?? ''));
  await expect(open()).rejects.toThrow(`${parts[1]} is missing: copy it from a backup, or from another replica.`);
});

it('continues a release to which a rollback returned with the texts of the later one, but not with a replaced one', () => {
  const folder = folderOfTest();
  const record = (part: string, releaseAt: number | null = null) => ({ part, releaseAt });
  const write = (release: string, records: readonly object[]) => {
    mkdirSync(join(folder, release));
    const index = { 'an-article': { examinedAt: 1, records } };
    writeFileSync(join(folder, release, 'versions.json'), JSON.stringify(index));
  };
  const [present, later] = ['a'.repeat(16), 'b'.repeat(16)];
  write(present, [{ ...record('second'), former: [{ part: 'first' }] }]);
  write(later, [record('first'), record('second'), record('never-released', 2), record('third')]);
  expect(continueIndexes(join(folder, present))).toEqual({
    'an-article': { examinedAt: 1, records: [{ ...record('second'), former: [{ part: 'first' }] }] },
    'an-article~third': { examinedAt: 1, records: [record('third')] },
  });
});
