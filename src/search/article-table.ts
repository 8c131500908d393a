import type { Searchable } from './engine.ts';

/** The articles of a loaded index, numbered, and the entries that belong to each. */
export interface ArticleTable {
  articles: readonly Omit<Searchable, 'sections'>[];
  /** First entry of each article; one more at the end. */
  firstEntry: Uint32Array;
  articleOfEntry: Uint32Array;
  readEntry(entry: number): { sectionId: string | null; heading: string; text: string };
}

/** Numbers articles and entries, and keeps all text in one buffer beside the heap. */
export function tabulate(articles: readonly Searchable[]): ArticleTable {
  const firstEntry = new Uint32Array(articles.length + 1);
  articles.forEach(({ sections }, article) => {
    firstEntry[article + 1] = (firstEntry[article] ?? 0) + 1 + sections.length;
  });
  const entryCount = firstEntry[articles.length] ?? 0;
  const articleOfEntry = new Uint32Array(entryCount);
  const headings: { sectionId: string | null; heading: string }[] = [];
  const texts: Buffer[] = [];
  const textEnds = new Float64Array(entryCount);
  let textEnd = 0;
  articles.forEach((article, number) => {
    const front = { id: null, heading: article.title, text: article.description };
    for (const { id, heading, text } of [front, ...article.sections]) {
      const bytes = Buffer.from(text);
      articleOfEntry[headings.length] = number;
      textEnds[headings.length] = textEnd += bytes.length;
      headings.push({ sectionId: id, heading });
      texts.push(bytes);
    }
  });
  const text = Buffer.concat(texts);
  return {
    articles: articles.map(({ sections: _, ...article }) => article),
    firstEntry,
    articleOfEntry,
    readEntry(entry) {
      const found = headings[entry];
      if (found === undefined) throw new RangeError(`No entry ${entry} in the search index.`);
      return { ...found, text: text.toString('utf8', textEnds[entry - 1] ?? 0, textEnds[entry]) };
    },
  };
}
