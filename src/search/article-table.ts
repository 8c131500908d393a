import { z } from 'zod';
import type { Searchable } from './engine.ts';

const Article = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  tier: z.enum(['free', 'paid']),
  date: z.string(),
  tags: z.array(z.string()),
  authors: z.array(z.string()),
  /** Anchor, heading and bytes of text of each entry. */
  entries: z.array(z.tuple([z.string().nullable(), z.string(), z.number()])),
});

/** The articles of a loaded index, numbered, and the entries that belong to each. */
export interface ArticleTable {
  articles: readonly z.infer<typeof Article>[];
  /** First entry of each article; one more at the end. */
  firstEntry: Uint32Array;
  articleOfEntry: Uint32Array;
  readEntry(entry: number): { sectionId: string | null; heading: string; text: string };
}

/** What an article is indexed as: its title and description, then its sections, each one entry. */
export function entriesOf(article: Searchable): Searchable['sections'] {
  return [{ id: null, heading: article.title, text: article.description }, ...article.sections];
}

/** Packs facts and headings as JSON, and all texts one after the other. */
export function packArticles(articles: readonly Searchable[]): { articles: Uint8Array; texts: Uint8Array } {
  const facts = articles.map(
    (article): z.infer<typeof Article> => ({
      slug: article.slug,
      title: article.title,
      description: article.description,
      tier: article.tier,
      date: article.date,
      tags: [...article.tags],
      authors: [...article.authors],
      entries: entriesOf(article).map(({ id, heading, text }) => [id, heading, Buffer.byteLength(text)]),
    }),
  );
  const size = facts.reduce((sum, { entries }) => entries.reduce((part, [, , bytes]) => part + bytes, sum), 0);
  // Not allocUnsafe: were the sizes ever wrong, memory that held sold text could end up in a public file.
  const texts = Buffer.alloc(size);
  let at = 0;
  for (const article of articles) for (const { text } of entriesOf(article)) at += texts.write(text, at);
  return { articles: Buffer.from(JSON.stringify(facts)), texts };
}

/** Opens what `packArticles` packed; texts stay bytes until they are asked for. */
export function openArticles(blocks: { articles: Uint8Array; texts: Uint8Array }): ArticleTable {
  const articles = z.array(Article).parse(JSON.parse(Buffer.from(blocks.articles).toString()));
  const firstEntry = new Uint32Array(articles.length + 1);
  articles.forEach(({ entries }, article) => {
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + entries.length;
  });
  const entryCount = firstEntry[articles.length] ?? 0;
  const articleOfEntry = new Uint32Array(entryCount);
  const textEnds = new Float64Array(entryCount);
  let textEnd = 0;
  articles.forEach(({ entries }, article) => {
    const first = firstEntry[article] ?? 0;
    articleOfEntry.fill(article, first, first + entries.length);
    entries.forEach(([, , bytes], at) => {
      textEnds[first + at] = textEnd += bytes;
    });
  });
  const texts = Buffer.from(blocks.texts.buffer, blocks.texts.byteOffset, blocks.texts.byteLength);

  return {
    articles,
    firstEntry,
    articleOfEntry,
    readEntry(entry) {
      const article = articleOfEntry[entry] ?? 0;
      const found = articles[article]?.entries[entry - (firstEntry[article] ?? 0)];
      if (found === undefined) throw new RangeError(`No entry ${entry} in the search index.`);
      const [sectionId, heading] = found;
      return { sectionId, heading, text: texts.toString('utf8', textEnds[entry - 1] ?? 0, textEnds[entry]) };
    },
  };
}
