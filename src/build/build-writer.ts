import { closeSync, createReadStream, createWriteStream, openSync, statSync, writeSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compareArticles } from '../content/compile-library.ts';
import type { Figure } from '../content/load/figures.ts';
import { articlePdf } from '../contract/urls.ts';
import { publicDigest } from '../core/article-fingerprint.ts';
import { type PaidRow, type PlacedArticle, writePaidRows, writeRows } from '../library/article-rows.ts';
import { createBodyWriter, joinTexts, listTexts } from '../library/body-file.ts';
import { contentDigest, digestLines, startSha256 } from '../library/digest.ts';
import { inParallel } from '../library/in-parallel.ts';
import { libraryFormat, type Page, type PublicLibrary, type SearchablePage } from '../library/library.ts';
import type { Stored, StoredPaidLibrary, StoredPublicLibrary } from '../library/library-file.ts';
import { parts } from '../library/release-parts.ts';
import { indexBeginnings, listCompletables, packCompletions } from '../search/completions.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import type { ArticlePart } from './article-part.ts';
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
 * Writes a build into an empty folder. Bodies go to their files as they come; only what is short stays in memory.
 * @param about.checkpoint runs between two steps, and throws to stop the build
 */
export function createBuildWriter(
  folder: string,
  about: Parameters<typeof createSearchIndexes>[1] & { checkpoint: () => void },
) {
  const { checkpoint, ...searching } = about;
  const bodies = createBodyFile(join(folder, parts.bodies));
  const paidBodies = createBodyFile(join(folder, parts.paidBodies));
  const search = createSearchIndexes(folder, searching);
  const quotes = createQuoteIndexes(folder);
  const articles: PlacedArticle[] = [];
  const paid: { slug: string; row: PaidRow }[] = [];
  const pages: Stored<Page>[] = [];
  const documents: Searchable[] = [];

  return {
    addArticle(article: ArticlePart): void {
      checkpoint();
      const { facts, lengths } = article;
      articles.push({ ...facts, places: [bodies.addBytes(article.texts), ...lengths] });
      search.addArticle(article);
      quotes.addArticle(facts.slug, article);
      if (!article.paid) return;
      const { lengths: paidLengths, ...row } = article.paid;
      paid.push({ slug: facts.slug, row: { ...row, body: [paidBodies.addBytes(article.paidTexts), ...paidLengths] } });
    },
    addPage(built: SearchablePage): void {
      const { sections, questions, body, ...page } = built;
      const { lengths, bytes } = joinTexts(listTexts(body));
      pages.push({ ...page, body: [bodies.addBytes(bytes), ...lengths] });
      documents.push(searchableDocument(built));
    },
    /** Offers the PDFs on the pages of their articles, and says what to copy. @param sources their files by slug */
    listPdfs(sources: ReadonlyMap<string, string>): Figure[] {
      return articles.flatMap((stored) => {
        const source = sources.get(stored.slug);
        if (source === undefined) return [];
        const isFree = stored.tier === 'free';
        if (isFree) {
          stored.pdf = { bytes: statSync(source).size };
          const { places: _, publicDigest: __, textsDigest: ___, ...facts } = stored;
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
      checkpoint();
      articles.sort(compareArticles);
      const open = JSON.stringify({
        format: libraryFormat,
        baseUrl,
        tiers,
        glossary,
        pages,
        articles: writeRows(articles, bodies),
        withdrawn,
        bodies: bodies.end(),
      } satisfies Omit<StoredPublicLibrary, 'contentHash'>);
      const contentHash = contentDigest(open);
      // Not written as JSON a second time: it is some megabytes.
      await writeFile(join(folder, parts.library), `{"contentHash":"${contentHash}",${open.slice(1)}\n`);
      const stored: StoredPaidLibrary = {
        format: libraryFormat,
        contentHash,
        articles: writePaidRows(paid, paidBodies),
        bodies: paidBodies.end(),
      };
      await writeFile(join(folder, parts.paidLibrary), `${JSON.stringify(stored)}\n`);
      const slugs = articles.map(({ slug }) => slug);
      const priced = documents.map((document) => withPrices(document, tiers));
      checkpoint();
      await quotes.write(slugs);
      checkpoint();
      const commonWords = await search.write(slugs, { synonyms: [...glossary, ...synonyms], documents: priced });
      checkpoint();
      const completables = listCompletables(articles, glossary, commonWords);
      const index = (texts: readonly string[]) =>
        about.memo.bytes(['beginnings', digestLines(texts)], () => indexBeginnings(texts));
      const completions = packCompletions(completables, {
        names: await index(completables.names.map(({ text }) => text)),
        words: await index(completables.words),
      });
      await writeFile(join(folder, parts.completions), completions);
      await writeFigures(folder, figures);
      return { slugs, pages: pages.length };
    },
    /** Must be called, whatever happened. */
    close(): void {
      bodies.close();
      paidBodies.close();
      search.close();
      quotes.close();
    },
  };
}

/** A file of bodies that says at its end how long it is and what is in it. */
function createBodyFile(path: string) {
  const file = openSync(path, 'wx');
  const hash = startSha256();
  let bytes = 0;
  const { end, ...writer } = createBodyWriter((piece) => {
    hash.update(piece);
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    bytes += piece.length;
  });
  return {
    ...writer,
    end() {
      end();
      return { bytes, digest: `sha256:${hash.digest('hex')}` };
    },
    close: () => closeSync(file),
  };
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
