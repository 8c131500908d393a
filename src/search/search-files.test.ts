import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfFile } from '../../tests/support/folders.ts';
import { makeArticle } from '../../tests/support/library.ts';
import { searchableArticle } from '../build/searchable.ts';
import { openFileReader } from '../library/file-reader.ts';
import { buildIndex, buildSqliteIndex } from './build.ts';
import { openSearch } from './search-files.ts';

const folder = folderOfFile();
const openFile = (name: string) => openFileReader(join(folder, name));
const articles = [makeArticle({ slug: 'tides', tier: 'free', title: 'Tides', text: 'The moon pulls the sea.' })];
writeFileSync(join(folder, 'memory'), buildIndex(articles.map(searchableArticle)));
buildSqliteIndex(articles.map(searchableArticle), join(folder, 'file'));

it('opens an index of either engine', () => {
  for (const name of ['memory', 'file']) {
    const found = openSearch(folder, { names: [name], openFile }).search({
      text: 'moon tides',
      limit: 1,
      minScore: 0,
      isVisible: () => true,
    });
    expect(found).toMatchObject([{ slug: 'tides' }]);
  }
});

it('reads the tables of an index one by one, and those that are left at a question', () => {
  const path = join(folder, 'memory');
  const file = openFileReader(path);
  const open = () => openSearch(folder, { names: ['memory'], openFile: () => file });
  const count = (engine: ReturnType<typeof open>): number => (engine.openNext() ? 1 + count(engine) : 0);
  const find = (engine: ReturnType<typeof open>) =>
    engine.search({ text: 'moon tides', limit: 1, isVisible: () => true });
  const [first, second] = [open(), open()];
  expect(count(first)).toBeGreaterThan(0);
  expect(first.openNext()).toBe(false);
  second.openNext();
  expect(find(second)).toEqual(find(first));
  expect(second.openNext()).toBe(false);
  const third = open();
  third.openNext();
  file.close();
  expect(() => find(third)).toThrow(`${path} is closed.`);
  expect(() => find(third)).toThrow(`${path} is closed.`);
});

it.each(['{"format":"of another version"}\n', 'no index at all'])(
  'refuses %j in one sentence with the command to run',
  (text) => {
    writeFileSync(join(folder, 'foreign'), text);
    expect(() => openSearch(folder, { names: ['foreign'], openFile })).toThrow(
      /^\S+ was built by another version .*"npm run build" again\.$/,
    );
  },
);
