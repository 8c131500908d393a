import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfFile } from '../../tests/support/folders.ts';
import { buildIndex, buildSqliteIndex } from './build.ts';
import { openIndex } from './flexsearch-engine.ts';
import { loadSqliteIndex } from './sqlite-engine.ts';

const flat = (slug: string, title: string, text: string) => ({
  slug,
  title,
  description: '',
  tags: [],
  authors: [],
  questions: [],
  sections: [{ id: null, heading: '', text }],
});

it('does not rank a document that is only a title above one that says it too', () => {
  const some = openIndex(
    buildIndex([
      flat('only-title', 'Sorting by machine', ''),
      flat('whole', 'Sorting by machine', 'Machine sorting of long lists: a machine that sorts cards by merging.'),
      ...Array.from({ length: 8 }, (_, at) => flat(`other-${at}`, 'Growing roses', 'Roses want sun and some water.')),
    ]),
  );
  const found = some.search({ text: 'sorting machine', limit: 2, minScore: 0, isVisible: () => true });
  expect(found.map(({ slug }) => slug)).toEqual(['whole', 'only-title']);
});

it('returns the same results from a SQLite file', () => {
  const words = ['roses', 'water', 'sun', 'sorting', 'cards', 'machine', 'bees', 'hive', 'ice', 'moon'];
  const articles = words.flatMap((first, at) =>
    words.map((second, other) =>
      flat(`${first}-${second}`, first, `${second} ${words[(at * other) % 10]} `.repeat(other + 1)),
    ),
  );
  const path = join(folderOfFile(), 'index');
  buildSqliteIndex(articles, path);
  const [one, two] = [openIndex(buildIndex(articles)), loadSqliteIndex(path)];
  for (const text of words.map((word) => `${word} in the machine, and rosse`)) {
    const query = { text, limit: 20, minScore: 0, isVisible: () => true };
    expect(two.search(query)).toEqual(one.search(query));
    expect(one.search(query).length).toBeGreaterThan(10);
  }
});
