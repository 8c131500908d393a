import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compareArticles } from '../content/compile-library.ts';
import type { Figure } from '../content/load/figures.ts';
import { articlePdf } from '../contract/urls.ts';
import { publicDigest } from '../core/article-fingerprint.ts';
import { type PaidRow, type PlacedArticle, writePaidRows, writeRows } from '../library/article-rows.ts';
import { type BodyWriter, joinTexts, listTexts } from '../library/body-file.ts';
import { contentDigest, digestLines } from '../library/digest.ts';
import { inParallel } from '../library/in-parallel.ts';
import { libraryFormat, type Page, type PublicLibrary, type SearchablePage } from '../library/library.ts';
import type { Stored, StoredPaidLibrary, StoredPublicLibrary } from '../library/library-file.ts';
import { parts } from '../library/release-parts.ts';
import { listNames, listWords, packCompletions } from '../search/completions.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import type { SearchFiles } from '../search/search-files.ts';
import { splitArticles, splitIntoFiles } from '../search/segment.ts';
import type { ArticlePart } from './article-part.ts';
import { createBodyFile, createBodyFiles } from './body-files.ts';
import { indexInThread } from './index-in-thread.ts';
import { createQuoteIndexes } from './quote-indexes.ts';
import { createSearchIndexes } from './search-indexes.ts';
import { searchableDocument, withPrices } from './searchable.ts';

/** Members of a library that are known only at the end. */
export type LibraryHead = Pick<PublicLibrary, 'baseUrl' | 'tiers' | 'glossary' | 'withdrawn'> & {
  figures: readonly Figure[];
  /** The groups of `words.yaml`. */
  synonyms: Synonyms;
};

/**
 * Writes a build into an empty folder. Long texts wait in the cache of parts or in files; only what is short stays in
 * memory.
 * @param about.checkpoint runs between two steps, and throws to stop the build
 */
export function createBuildWriter(folder: string, about: Parameters<typeof createSearchIndexes>[1]) {
  const { earlier, memo, checkpoint = async () => {} } = about;
  const texts = createBodyFiles(folder, { name: parts.texts, earlier });
  const paidTexts = createBodyFiles(folder, { name: parts.paidTexts, earlier });
  const search = createSearchIndexes(folder, about);
  const quotes = createQuoteIndexes(folder, { earlier });
  const articles: (ArticlePart['facts'] & Pick<ArticlePart, 'lengths'>)[] = [];
  const paid: ({ slug: string } & NonNullable<ArticlePart['paid']>)[] = [];
  const pages: SearchablePage[] = [];
  const documents: Searchable[] = [];

  return {
    addArticle(article: ArticlePart): void {
      const { facts, lengths } = article;
      const { slug } = facts;
      articles.push({ ...facts, lengths });
      texts.add(slug, { bytes: article.texts, digest: facts.textsDigest });
      search.addArticle(article);
      quotes.addArticle(slug, article);
      if (!article.paid) return;
      paid.push({ slug, ...article.paid });
      paidTexts.add(slug, { bytes: article.paidTexts, digest: article.paid.textsDigest });
    },
    addPage(page: SearchablePage): void {
      pages.push(page);
      documents.push(searchableDocument(page));
    },
    /** Offers the PDFs on the pages of their articles, and says what to copy. @param sources their files by slug */
    listPdfs(sources: ReadonlyMap<string, string>): Figure[] {
      return articles.flatMap((stored) => {
        const source = sources.get(stored.slug);
        if (source === undefined) return [];
        const isFree = stored.tier === 'free';
        if (isFree) {
          stored.pdf = { bytes: statSync(source).size };
          const { lengths: _, publicDigest: __, textsDigest: ___, ...facts } = stored;
          stored.publicDigest = publicDigest(facts);
        }
        const access = isFree ? 'public' : 'paid';
        const { slug, releaseAt } = stored;
        return [{ url: articlePdf(slug), source, mimeType: 'application/pdf', access, slugs: [slug], releaseAt }];
      });
    },
    /**
     * Writes all that is not written yet: libraries, search indexes, figures.
     * @returns articles in their order, and the number of pages
     */
    async finish({ baseUrl, tiers, glossary, synonyms, withdrawn, figures }: LibraryHead) {
      await checkpoint();
      articles.sort(compareArticles);
      const slugs = articles.map(({ slug }) => slug);
      const names = listNames(articles, glossary);
      const indexed = indexNames(names.map(({ text }) => text));
      // It may fail before it is waited for.
      indexed.catch(() => {});
      const priced = documents.map((document) => withPrices(document, tiers));
      const found = await search.write(slugs, { synonyms: [...glossary, ...synonyms], documents: priced });
      await checkpoint();
      const groups = splitArticles(articles).map((group) => group.map(({ slug }) => slug));
      const contentHash = await writeLibrary(groups, { baseUrl, tiers, glossary, withdrawn });
      await writePaidLibrary(groups, contentHash);
      await checkpoint();
      const files: SearchFiles['quotes'] = await quotes.write(
        splitIntoFiles(articles).map((segments) => segments.flat().map(({ slug }) => slug)),
      );
      const searched: SearchFiles = { articles: found.files, quotes: files };
      await writeFile(join(folder, parts.search), JSON.stringify(searched));
      await checkpoint();
      const completions = packCompletions({ names, words: listWords(found.words) }, await indexed);
      await writeFile(join(folder, parts.completions), completions);
      await found.written;
      await writeFigures(folder, figures);
      return { slugs, pages: pages.length };
    },
    /** Must be called, whatever happened. */
    close(): void {
      texts.close();
      paidTexts.close();
      search.close();
      quotes.close();
    },
  };

  function indexNames(texts: readonly string[]): Promise<Buffer> {
    return memo.bytes(['beginnings', digestLines(texts)], () => indexInThread({ kind: 'beginnings', texts }));
  }

  /** @returns the digest of the library */
  async function writeLibrary(
    groups: readonly (readonly string[])[],
    head: Pick<StoredPublicLibrary, 'baseUrl' | 'tiers' | 'glossary' | 'withdrawn'>,
  ): Promise<string> {
    const { files, starts, bytes } = await texts.write(groups);
    const bodies = createBodyFile(join(folder, parts.bodies), bytes);
    try {
      const placed = articles.map(
        ({ lengths, ...facts }): PlacedArticle => ({ ...facts, places: [starts.get(facts.slug) ?? 0, ...lengths] }),
      );
      const stored = {
        format: libraryFormat,
        baseUrl: head.baseUrl,
        tiers: head.tiers,
        glossary: head.glossary,
        pages: pages.map((page) => placePage(page, bodies)),
        articles: writeRows(placed, bodies),
        withdrawn: head.withdrawn,
        bodies: { files, ...bodies.end() },
      } satisfies Omit<StoredPublicLibrary, 'contentHash'>;
      const open = JSON.stringify(stored);
      const contentHash = contentDigest(open);
      // Not written as JSON a second time: it is some megabytes.
      await writeFile(join(folder, parts.library), `{"contentHash":"${contentHash}",${open.slice(1)}\n`);
      return contentHash;
    } finally {
      bodies.close();
    }
  }

  async function writePaidLibrary(groups: readonly (readonly string[])[], contentHash: string): Promise<void> {
    const { files, starts, bytes } = await paidTexts.write(groups);
    const bodies = createBodyFile(join(folder, parts.paidBodies), bytes);
    try {
      const rows = paid.map(({ slug, lengths, textsDigest: _, ...row }) => {
        const body: PaidRow['body'] = [starts.get(slug) ?? 0, ...lengths];
        return { slug, row: { ...row, body } };
      });
      const articles = writePaidRows(rows, bodies);
      const stored: StoredPaidLibrary = {
        ...{ format: libraryFormat, contentHash, articles },
        bodies: { files, ...bodies.end() },
      };
      await writeFile(join(folder, parts.paidLibrary), `${JSON.stringify(stored)}\n`);
    } finally {
      bodies.close();
    }
  }
}

/** Writes the body of a page. @returns the page with its place */
function placePage(
  { sections: _, questions: __, body, ...page }: SearchablePage,
  bodies: Pick<BodyWriter, 'addBytes'>,
): Stored<Page> {
  const { lengths, bytes } = joinTexts(listTexts(body));
  return { ...page, body: [bodies.addBytes(bytes), ...lengths] };
}

async function writeFigures(folder: string, figures: readonly Figure[]): Promise<void> {
  await writeFile(join(folder, parts.figures), JSON.stringify(figures.map(({ source: _, ...figure }) => figure)));
  await inParallel(figures, {
    width: 8,
    async work({ source, url, access }) {
      const target = join(folder, 'figures', access, url);
      await mkdir(dirname(target), { recursive: true });
      if (typeof source === 'function') await writeFile(target, await source());
      // A copy of a file would have its mode.
      else await pipeline(createReadStream(source), createWriteStream(target));
    },
  });
}
