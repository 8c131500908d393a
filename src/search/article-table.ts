import type { Searchable } from './engine.ts';
import { type IndexBlocks, openLines, packLines, toBytes } from './index-file.ts';

/**
 * Packs slugs, and the places of all entries, which are the head of each article and its sections.
 * @param isCounted whether the words of an article count for how common they are
 */
export function packArticles(
  articles: readonly Searchable[],
  isCounted: (article: Searchable) => boolean,
): [string, Uint8Array][] {
  const places = articles.flatMap(({ title, sections }) => [
    { sectionId: null, heading: title },
    ...sections.map(({ id, heading }) => ({ sectionId: id, heading: heading || title })),
  ]);
  return [
    ['slugs', Buffer.from(articles.map(({ slug }) => `${slug}\n`).join(''))],
    ['entryCounts', toBytes(articles.map(({ sections }) => 1 + sections.length))],
    ['counted', toBytes(articles.map((article) => Number(isCounted(article))))],
    ...packLines('places', places),
  ];
}

/** Opens the places of `packArticles`: anchor and heading of an entry; those of the head are null and the title. */
export function openPlaces(blocks: IndexBlocks) {
  return openLines<{ sectionId: string | null; heading: string }>(blocks, 'places');
}

export type ArticleTable = ReturnType<typeof numberEntries>;

/** Numbers articles, and their entries consecutively, from the output of `packArticles`. */
export function numberEntries({ text, numbers }: Pick<IndexBlocks, 'text' | 'numbers'>) {
  const counts = numbers('entryCounts');
  const firstEntry = new Uint32Array(counts.length + 1);
  for (let article = 0; article < counts.length; article++)
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + (counts[article] ?? 0);
  const articleOfEntry = new Uint32Array(firstEntry.at(-1) ?? 0);
  for (let article = 0, entry = 0; article < counts.length; article++)
    for (const end = firstEntry[article + 1] ?? 0; entry < end; entry++) articleOfEntry[entry] = article;
  return {
    slugs: text('slugs').split('\n').slice(0, -1),
    /** The head of each article; one more at the end. */
    firstEntry,
    articleOfEntry,
    /** 1 for an article whose words count for how common they are, otherwise 0. */
    counted: numbers('counted'),
  };
}
