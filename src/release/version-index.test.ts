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
  return openVersionIndex(Buffer.from(text), openFileReader(file));
}

test('the versions of an article are read from its line, whatever its texts have in them', () => {
  const opened = open(index);
  for (const [id, list] of Object.entries(index)) expect(opened.get(id)).toEqual(list);
  expect([...opened.entries()]).toEqual(Object.entries(index));
  expect(opened.get('constructor')).toBeUndefined();
});

test('the index is JSON, as other releases of the folder read it', () => {
  expect(JSON.parse(writeVersionIndex(index))).toEqual(index);
  for (const none of [{}, JSON.parse(writeVersionIndex({}))]) expect([...open(none).entries()]).toEqual([]);
});

test('the files of all texts are listed, those of former forms too, and nothing else', () => {
  expect([...listTextFiles(Buffer.from(writeVersionIndex(index)))]).toEqual(['a1', 'b1', 'a2', 'b2']);
});
