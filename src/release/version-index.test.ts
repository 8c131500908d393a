import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openFileReader } from '../library/file-reader.ts';
import type { VersionIndex } from '../library/versions.ts';
import { listTextFiles, openVersionIndex, writeVersionIndex } from './version-index.ts';

function makeList(part: string, former: string) {
  const record = { label: '"part":"label"}', tier: 'free', date: '2026-11-28', releaseAt: null, digest: 'd' } as const;
  return { examinedAt: 1, records: [{ ...record, name: '1', part, former: [{ digest: 'e', part: former }] }] };
}

const index: VersionIndex = {
  première: { ...makeList('a1', 'b1'), headings: ['{"one":\n2}'] },
  'second-article': makeList('a2', 'b2'),
};

function open(index: VersionIndex) {
  const text = writeVersionIndex(index);
  const file = join(folderOfTest(), 'versions.json');
  writeFileSync(file, text);
  return openVersionIndex(openFileReader(file));
}

test('the versions of an article are read from its line, whatever its texts have in them', () => {
  const opened = open(index);
  for (const [id, list] of Object.entries(index)) expect(opened.get(id)).toEqual(list);
  expect([...opened.entries()].toSorted()).toEqual(Object.entries(index).toSorted());
  expect(opened.get('constructor')).toBeUndefined();
});

test('one article is found among many, whatever the length of the lines and the letters of the IDs', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `${['a', 'é', '😀', '"', '\\'][at % 5]}-${at}`);
  const lists = ids.map((id, at) => [id, { ...makeList(id, 'b'.repeat((at * 37) % 5_000)) }] as const);
  const opened = open(Object.fromEntries(lists));
  for (const [id, list] of lists) expect(opened.get(id)).toEqual(list);
  for (const none of ['', 'a', 'a-1000', 'zz', '\u{10ffff}']) expect(opened.get(none)).toBeUndefined();
  expect(new Map(opened.entries())).toEqual(new Map(lists));
});

test('the index is JSON, as other releases of the folder read it', () => {
  expect(JSON.parse(writeVersionIndex(index))).toEqual(index);
  for (const none of [{}, JSON.parse(writeVersionIndex({}))]) expect([...open(none).entries()]).toEqual([]);
});

test('the files of all texts are listed, those of former forms too, and nothing else', () => {
  expect([...listTextFiles(Buffer.from(writeVersionIndex(index)))]).toEqual(['a1', 'b1', 'a2', 'b2']);
});
