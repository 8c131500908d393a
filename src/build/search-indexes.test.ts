import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEarlierFolder } from '../../tests/support/earlier-folder.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { sha256 } from '../library/digest.ts';
import { openFileReader } from '../library/file-reader.ts';
import { createMemo, openPartCache } from '../library/part-cache.ts';
import type { Acronym } from '../search/acronyms.ts';
import type { Searchable } from '../search/engine.ts';
import { openSearch } from '../search/search-files.ts';
import { createSearchIndexes } from './search-indexes.ts';

const words = 'moss stone wall roof glacier river lamp harbour signal orchard'.split(' ');

/**
 * @param about.paid words of its paid part
 * @param about.acronyms those that it introduces
 */
function write(number: number, about: { text?: string; paid?: string; acronyms?: Acronym[] } = {}) {
  const { text = '', paid, acronyms = [] } = about;
  const word = (step: number) => words[(number * step) % words.length] ?? '';
  const slug = `article-${number}`;
  const searchable: Searchable = {
    ...{ slug, title: `The ${word(1)} of number${number}`, description: '', tags: [], authors: [], questions: [] },
    sections: [{ id: null, heading: '', text: `A ${word(3)} is beside each ${word(7)}. ${text}` }],
  };
  const toView = (view: Searchable) => {
    const bytes = Buffer.from(JSON.stringify(view));
    return [bytes, sha256(bytes)] as const;
  };
  const [view, viewDigest] = toView(searchable);
  const sections = [...searchable.sections, { id: 'paid', heading: 'Paid', text: paid ?? '' }];
  const [paidView, paidViewDigest] = toView({ ...searchable, sections });
  const isPaid = paid !== undefined;
  return {
    ...{ facts: { slug, releaseAt: null }, acronyms, view, viewDigest },
    ...{ paidView: isPaid ? paidView : Buffer.alloc(0), paidViewDigest: isPaid ? paidViewDigest : null },
  };
}

type Written = ReturnType<typeof write>;
const library = Array.from({ length: 1_200 }, (_, number) =>
  write(number, number % 2 === 0 ? { paid: `Only number${number} has this.` } : {}),
);

describe.each(['flexsearch', 'sqlite'] as const)('the indexes of a large library with %s', (engine) => {
  /** @param earlier a folder that may have the same files */
  async function build(
    folder: string,
    articles: readonly Written[],
    { cache, earlier }: { cache: string; earlier?: string },
  ) {
    mkdirSync(folder, { recursive: true });
    const taking = openEarlierFolder(earlier);
    const memo = createMemo(openPartCache(cache), 'this software');
    const indexes = createSearchIndexes(folder, { engine, language: 'en', memo, earlier: taking });
    for (const article of articles) indexes.addArticle(article);
    const slugs = articles.map(({ facts }) => facts.slug);
    const { files: names, words, written } = await indexes.write(slugs, { synonyms: [], documents: [] });
    await written;
    const all = [...new Set([...names.open, ...names.paid])];
    return {
      names,
      linked: taking.linked,
      words,
      digests: all.map((name) => [name, sha256(readFileSync(join(folder, name)))]),
    };
  }

  function find(folder: string, names: readonly string[], text: string): string[] {
    const search = openSearch(folder, { names, openFile: (name) => openFileReader(join(folder, name)) });
    return search.search({ text, limit: 3, isVisible: () => true }).map(({ slug }) => slug);
  }

  it('have the same bytes from earlier builds as from none, and share all files but those of the change', async () => {
    const folder = folderOfTest();
    const [one, two, clean] = ['one', 'two', 'clean'].map((name) => join(folder, name)) as [string, string, string];
    const cache = join(folder, 'parts');
    const first = await build(one, library, { cache });
    expect(first.names.open.length).toBeGreaterThan(4);
    const edited = library.with(700, write(700, { text: 'A walrus swims there.', paid: 'Only number700 has this.' }));
    const second = await build(two, edited, { cache, earlier: one });
    const alone = await build(clean, edited, { cache: join(folder, 'no parts') });
    expect(second.digests).toEqual(alone.digests);
    expect(second.words).toEqual(alone.words);
    const isNew = (name: string) => !second.linked.includes(name);
    // Its articles, all terms, and the spellings, which have a new word.
    expect(second.names.open.filter(isNew)).toHaveLength(3);
    expect(second.names.paid.filter(isNew)).toHaveLength(3);
    expect(find(two, second.names.open, 'swimming walrus')).toEqual(['article-700']);
    expect(find(two, second.names.paid, 'walrus')).toEqual(['article-700']);
    expect(find(one, first.names.open, 'walrus')).toEqual([]);
  });

  it('have the same spellings when a word that one article has comes in an earlier one too', async () => {
    const folder = folderOfTest();
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const cache = join(folder, 'parts');
    const former = library.with(900, write(900, { text: 'A walrus swims there.' }));
    await build(one, former, { cache });
    const edited = former.with(2, write(2, { text: 'A walrus swims there.', paid: 'Only number2 has this.' }));
    const second = await build(two, edited, { cache, earlier: one });
    expect(second.linked).toEqual(expect.arrayContaining([second.names.open.at(-1), second.names.paid.at(-1)]));
    expect(find(two, second.names.open, 'wallrus')).toEqual(expect.arrayContaining(['article-2', 'article-900']));
  });

  it('change where there is an acronym that one article introduces, and nowhere else', async () => {
    const folder = folderOfTest();
    const [one, two, clean] = ['one', 'two', 'clean'].map((name) => join(folder, name)) as [string, string, string];
    const cache = join(folder, 'parts');
    const former = library.with(1, write(1, { text: 'The MWD of a wall is small.' }));
    const first = await build(one, former, { cache });
    const introduced = write(1_101, { text: 'The mean wall depth (MWD).', acronyms: [['MWD', 'mean wall depth']] });
    const edited = former.with(1_101, introduced);
    const second = await build(two, edited, { cache, earlier: one });
    const alone = await build(clean, edited, { cache: join(folder, 'no parts') });
    expect(second.digests).toEqual(alone.digests);
    // Two files of articles in each index, all terms, and the spellings.
    for (const index of ['open', 'paid'] as const) {
      expect(first.names[index].length).toBeGreaterThan(5);
      expect(second.names[index].filter((name) => !second.linked.includes(name)).length).toBeLessThanOrEqual(4);
    }
    expect(find(two, second.names.open, 'mean depth').toSorted()).toEqual(['article-1', 'article-1101']);
    expect(find(one, first.names.open, 'mean depth')).toEqual([]);
  });

  it('are one when every article is free', async () => {
    const folder = folderOfTest();
    const free = library.filter((_, number) => number % 2 === 1);
    const { names } = await build(folder, free, { cache: join(folder, 'parts') });
    expect(names.paid).toEqual(names.open);
    for (const index of ['open', 'paid'] as const)
      expect(find(folder, names[index], 'number701')[0]).toBe('article-701');
  });

  it('find what only paid texts have in the index of whole texts alone', async () => {
    const folder = folderOfTest();
    const { names } = await build(folder, library, { cache: join(folder, 'parts') });
    for (const number of [0, 2, 640, 1_198]) {
      expect(find(folder, names.paid, `only number${number}`)[0]).toBe(`article-${number}`);
      expect(find(folder, names.open, `number${number}`)[0]).toBe(`article-${number}`);
    }
    expect(find(folder, names.open, 'this only paid')).toEqual([]);
  });
});
