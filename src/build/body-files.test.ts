import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEarlierFolder } from '../../tests/support/earlier-folder.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { joinSources } from '../library/body-file.ts';
import { sha256 } from '../library/digest.ts';
import { openFileReader } from '../library/file-reader.ts';
import { createBodyFiles } from './body-files.ts';

type Texts = Record<string, string>;

/** @param earlier folder that may have the same files */
async function write(
  folder: string,
  { texts, groups, earlier }: { texts: Texts; groups: string[][]; earlier?: string },
) {
  mkdirSync(folder, { recursive: true });
  const taking = openEarlierFolder(earlier);
  const writer = createBodyFiles(folder, { name: 'bodies', earlier: taking });
  for (const [slug, text] of Object.entries(texts))
    writer.add(slug, { bytes: Buffer.from(text), digest: sha256(text) });
  const { files, starts, bytes } = await writer.write(groups);
  writer.close();
  const source = joinSources(files.map((name) => openFileReader(join(folder, name))));
  expect(source.size).toBe(bytes);
  const readText = (slug: string) =>
    source.read(starts.get(slug) ?? -1, Buffer.byteLength(texts[slug] ?? '')).toString();
  return {
    files,
    linked: taking.linked,
    read: Object.fromEntries(Object.keys(texts).map((slug) => [slug, readText(slug)])),
  };
}

it('gives back each text, whatever the texts of others, and takes files without a change from an earlier release', async () => {
  const folder = folderOfTest();
  const texts: Texts = { a: 'The first.', b: 'Größer.', c: 'The same.', d: 'The same.', e: 'The last.' };
  const groups = [['c', 'a', 'without texts'], ['none'], ['d'], ['b', 'e']];
  const first = await write(join(folder, 'one'), { texts, groups });
  expect(first.read).toEqual(texts);
  expect(new Set(first.files).size).toBe(3);
  const edited = { ...texts, a: 'The first, which is longer now.' };
  const second = await write(join(folder, 'two'), { texts: edited, groups, earlier: join(folder, 'one') });
  expect(second.read).toEqual(edited);
  expect(second.linked).toEqual(first.files.slice(1));
  expect(second.files.slice(1)).toEqual(first.files.slice(1));
});
