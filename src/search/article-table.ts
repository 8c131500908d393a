import { z } from 'zod';
import type { Searchable } from './engine.ts';

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

export function factsOf({ sections, questions, ...facts }: Searchable): z.infer<typeof Facts> {
  return { ...facts, tags: [...facts.tags], authors: [...facts.authors] };
}

/** Packs facts and headings as JSON, and the texts of all entries one after the other. */
export function packArticles(articles: readonly Searchable[]): { articles: Uint8Array; texts: Uint8Array } {
  const facts = articles.map((article) => ({
    ...factsOf(article),
    sections: article.sections.map(({ id, heading }): [string | null, string] => [id, heading]),
  }));
  const texts = articles.flatMap(({ description, sections }) => [description, ...sections.map(({ text }) => text)]);
  return {
    articles: Buffer.from(JSON.stringify(facts satisfies z.infer<typeof Articles>)),
    texts: Buffer.concat(texts.map((text) => Buffer.from(text))),
  };
}

/** Opens the facts that `packArticles` packed. */
export function openArticles(packed: string): ArticleTable {
  const articles = Articles.parse(JSON.parse(packed));
  const firstEntry = new Uint32Array(articles.length + 1);
  articles.forEach(({ sections }, article) => {
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + 1 + sections.length;
  });
  const articleOfEntry = new Uint32Array(firstEntry[articles.length] ?? 0);
  articles.forEach((_, article) => {
    articleOfEntry.fill(article, firstEntry[article], firstEntry[article + 1]);
  });
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
