import type { Searchable } from './engine.ts';
import { type IndexBlocks, openLines, packLines } from './index-file.ts';

/** An article: its slug, how many entries it has, and `false` where its words do not count for others. */
type Row = readonly [slug: string, entries: number, isCounted?: false];

/**
 * Packs slugs, and the places of all entries, which are the head of each article and its sections.
 * @param isCounted whether the words of an article count for how common they are
 */
export function packArticles(
  articles: readonly Searchable[],
  isCounted: (article: Searchable) => boolean,
): [string, Uint8Array][] {
  const table = articles.map((article): Row => {
    const entries = 1 + article.sections.length;
    return isCounted(article) ? [article.slug, entries] : [article.slug, entries, false];
  });
  const places = articles.flatMap(({ title, sections }) => [
    { sectionId: null, heading: title },
    ...sections.map(({ id, heading }) => ({ sectionId: id, heading: heading || title })),
  ]);
  return [['articles', Buffer.from(JSON.stringify(table))], ...packLines('places', places)];
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

/** @param articles the table of `packArticles` */
export function numberEntries(articles: readonly Row[]) {
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
    /** 1 for an article whose words count for how common they are, otherwise 0. */
    counted: Uint8Array.from(articles, ([, , isCounted = true]) => Number(isCounted)),
  };
}
