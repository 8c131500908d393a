import { z } from 'zod';
import type { Searchable, SearchQuery } from './engine.ts';

/** What is kept of an article beside its words. */
export const Facts = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  tier: z.enum(['free', 'paid']),
  date: z.string(),
  tags: z.array(z.string()),
  authors: z.array(z.string()),
});
/** With anchor and heading of each section. */
const Articles = z.array(Facts.extend({ sections: z.array(z.tuple([z.string().nullable(), z.string()])) }));

/** The articles of a loaded index, numbered. Each has one entry for its head, then one for each section. */
export interface ArticleTable {
  articles: readonly z.infer<typeof Facts>[];
  /** The head of each article; one more at the end. */
  firstEntry: Uint32Array;
  articleOfEntry: Uint32Array;
  /** Anchor and heading of an entry; those of the head are null and the title. */
  place(entry: number): { sectionId: string | null; heading: string };
}

/** Packs facts and headings as JSON, and the texts of all entries one after the other. */
export function packArticles(articles: readonly Searchable[]): [string, Uint8Array][] {
  const facts = articles.map((article) => ({
    ...Facts.parse(article),
    sections: article.sections.map(({ id, heading }): [string | null, string] => [id, heading]),
  }));
  const texts = articles.flatMap(({ description, sections }) => [description, ...sections.map(({ text }) => text)]);
  return [
    ['articles', Buffer.from(JSON.stringify(facts satisfies z.infer<typeof Articles>))],
    ['texts', Buffer.concat(texts.map((text) => Buffer.from(text)))],
  ];
}

/** Opens the facts that `packArticles` packed. */
export function openArticles(packed: string): ArticleTable {
  const articles = Articles.parse(JSON.parse(packed));
  const firstEntry = new Uint32Array(articles.length + 1);
  articles.forEach(({ sections }, article) => {
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + 1 + sections.length;
  });
  const articleOfEntry = Uint32Array.from(
    articles.flatMap(({ sections }, article) => Array<number>(sections.length + 1).fill(article)),
  );
  return {
    articles,
    firstEntry,
    articleOfEntry,
    place(entry) {
      const article = articleOfEntry[entry] ?? 0;
      const [sectionId, heading] = articles[article]?.sections[entry - (firstEntry[article] ?? 0) - 1] ?? [null, ''];
      return { sectionId, heading: heading || (articles[article]?.title ?? '') };
    },
  };
}

/** Whether a query may answer with an article: its filters all match and the caller may see it. */
export function isWanted(article: z.infer<typeof Facts>, query: SearchQuery): boolean {
  const { tier = article.tier, tag, author, from = article.date, until = article.date } = query;
  if (tier !== article.tier || from > article.date || until < article.date) return false;
  if (tag !== undefined && !article.tags.includes(tag)) return false;
  if (author !== undefined && !article.authors.includes(author)) return false;
  return query.isVisible(article.slug);
}
