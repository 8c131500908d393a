import type { Searchable } from './engine.ts';
import { type IndexBlocks, openLines, toLines } from './index-file.ts';

/** Packs slugs, and the places of all entries, which are the head of each article and its sections. */
export function packArticles(articles: readonly Searchable[]): [string, Uint8Array][] {
  const table = articles.map(({ slug, sections }): [string, number] => [slug, 1 + sections.length]);
  const places = articles.flatMap(({ title, sections }) => [
    { sectionId: null, heading: title },
    ...sections.map(({ id, heading }) => ({ sectionId: id, heading: heading || title })),
  ]);
  return [
    ['articles', Buffer.from(JSON.stringify(table))],
    ['places', toLines(places)],
  ];
}

export type ArticleTable = ReturnType<typeof openArticles>;

/** Opens the output of `packArticles`: articles are numbered, and their entries are numbered consecutively. */
export function openArticles(blocks: IndexBlocks) {
  return {
    ...numberEntries(JSON.parse(blocks.text('articles'))),
    /** Anchor and heading of an entry; those of the head are null and the title. */
    place: openLines<{ sectionId: string | null; heading: string }>(blocks, 'places'),
  };
}

/** @param articles the slug of each, and how many entries it has */
export function numberEntries(articles: readonly (readonly [slug: string, entries: number])[]) {
  const firstEntry = new Uint32Array(articles.length + 1);
  for (const [article, [, entries]] of articles.entries())
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + entries;
  const articleOfEntry = new Uint32Array(firstEntry.at(-1) ?? 0);
  for (const article of articles.keys()) articleOfEntry.fill(article, firstEntry[article], firstEntry[article + 1]);
  return {
    slugs: articles.map(([slug]) => slug),
    /** The head of each article; one more at the end. */
    firstEntry,
    articleOfEntry,
  };
}
