import type { Searchable } from './engine.ts';

/** What is kept of an article beside its words: its entries are its head and its sections, each with anchor and heading. */
interface Article {
  slug: string;
  entries: [sectionId: string | null, heading: string][];
}

/** Packs slugs and headings as JSON, and the texts of all entries one after the other. */
export function packArticles(articles: readonly Searchable[]): [string, Uint8Array][] {
  const table = articles.map(({ slug, title, sections }): Article => {
    return {
      slug,
      entries: [[null, title], ...sections.map(({ id, heading }): [string | null, string] => [id, heading || title])],
    };
  });
  const texts = articles.flatMap(({ description, sections }) => [description, ...sections.map(({ text }) => text)]);
  return [
    ['articles', Buffer.from(JSON.stringify(table))],
    ['texts', Buffer.concat(texts.map((text) => Buffer.from(text)))],
  ];
}

export type ArticleTable = ReturnType<typeof openArticles>;

/** Opens the table that `packArticles` packed: articles are numbered, and their entries numbered through. */
export function openArticles(packed: string) {
  const articles: Article[] = JSON.parse(packed);
  const places = articles.flatMap(({ entries }) => entries);
  const firstEntry = new Uint32Array(articles.length + 1);
  const articleOfEntry = new Uint32Array(places.length);
  articles.forEach(({ entries }, article) => {
    const first = firstEntry[article] ?? 0;
    firstEntry[article + 1] = first + entries.length;
    articleOfEntry.fill(article, first, first + entries.length);
  });
  return {
    slugs: articles.map(({ slug }) => slug),
    /** The head of each article; one more at the end. */
    firstEntry,
    articleOfEntry,
    /** Anchor and heading of an entry; those of the head are null and the title. */
    place(entry: number) {
      const [sectionId, heading] = places[entry] ?? [null, ''];
      return { sectionId, heading };
    },
  };
}
