import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEarlierFolder } from '../../tests/support/earlier-folder.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { sha256 } from '../library/digest.ts';
import { foldText, listFoldedWords } from '../search/folded-text.ts';
import { toBytes } from '../search/index-file.ts';
import { listRuns, openQuoteIndex } from '../search/quote-index.ts';
import { createQuoteIndexes } from './quote-indexes.ts';

const texts = Array.from({ length: 40 }, (_, number) => `The hall of number ${number} has ${number * 3} lamps.`);

/** @param options.earlier a folder that may have the same files */
async function build(folder: string, texts: readonly string[], options: { earlier?: string } = {}) {
  mkdirSync(folder, { recursive: true });
  const earlier = openEarlierFolder(options.earlier);
  const indexes = createQuoteIndexes(folder, { earlier });
  for (const [number, text] of texts.entries()) {
    const [runs, paidRuns] = [text, number % 2 === 0 ? `${text} Only those who pay read this.` : ''].map((text) =>
      Buffer.from(toBytes(listRuns(text))),
    ) as [Buffer, Buffer];
    indexes.addArticle(`article-${number}`, {
      ...{ runs, paidRuns, runsDigest: sha256(runs), paidRunsDigest: sha256(paidRuns) },
    });
  }
  const slugs = texts.map((_, number) => `article-${number}`);
  const files = await indexes.write([slugs.slice(0, 15), slugs.slice(15, 16), slugs.slice(16)]);
  const read = (name: string) => readFileSync(join(folder, name));
  const find = (names: readonly string[], quote: string) =>
    openQuoteIndex(names.map((name) => (start, length) => read(name).subarray(start, start + length))).find(
      listFoldedWords(foldText(quote).text),
    );
  return {
    linked: earlier.linked,
    files,
    digests: [...files.open, ...files.paid].map((name) => [name, sha256(read(name))]),
    findOpen: (quote: string) => find(files.open, quote),
    findPaid: (quote: string) => find(files.paid, quote),
  };
}

it('has the same bytes from an earlier release as from none, and writes one file for one changed article', async () => {
  const folder = folderOfTest();
  await build(join(folder, 'one'), texts);
  const edited = texts.with(17, 'A walrus swims around the hall.');
  const second = await build(join(folder, 'two'), edited, { earlier: join(folder, 'one') });
  const alone = await build(join(folder, 'clean'), edited);
  expect(second.digests).toEqual(alone.digests);
  expect(second.files.open.filter((name) => !second.linked.includes(name))).toEqual([second.files.open[2]]);
  expect(second.findOpen('walrus swims around the')).toEqual([17]);
  expect(second.findOpen('hall of number 39')[0]).toBe(39);
});

it('finds what only paid texts have in the index of whole texts alone', async () => {
  const { findOpen, findPaid } = await build(folderOfTest(), texts.slice(0, 20));
  expect(findPaid('number 16 has 48 lamps. Only those who pay')[0]).toBe(16);
  expect(findOpen('only those who pay read')).toEqual([]);
  expect(findPaid('number 3 has 9 lamps')).not.toContain(3);
});
