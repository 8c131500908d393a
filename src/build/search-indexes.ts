import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../library/digest.ts';
import type { Memo } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { type Acronym, joinAcronyms } from '../search/acronyms.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import { createEntryReader, type EntryReader, prepareReader } from '../search/entries.ts';
import { encodeIndex, type IndexSource } from '../search/index-file.ts';
import { type MergedIndex, mergeSegments } from '../search/merge-segments.ts';
import { buildSegment, splitArticles } from '../search/segment.ts';
import { writeSqliteIndex } from '../search/sqlite-engine.ts';
import type { Config } from '../server/process/config.ts';
import type { ArticlePart } from './article-part.ts';
import { createSpool, type Place } from './spool.ts';

/** The facts of an article that stay in memory. */
interface Waiting {
  slug: string;
  isReleased: boolean;
  acronyms: readonly Acronym[];
  open: View;
  /** The same as `open` when the article is free. */
  paid: View;
}

/** The text of an article by which a kind of caller finds it, as JSON in a file. */
interface View {
  place: Place;
  digest: string;
}

/**
 * Writes the search indexes of a build. The views of articles wait in a file. From them the segments are built that no
 * earlier build made of the same articles, and these are merged: so memory does not grow with the length of the texts.
 */
export function createSearchIndexes(
  folder: string,
  { engine, language, memo }: { engine: Config['SEARCH_ENGINE']; language: string; memo: Memo },
) {
  const views = createSpool(join(folder, 'search-views'), { hasParts: true });
  const segments = createSpool(join(folder, 'search-segments'), { hasParts: true });
  const articles = new Map<string, Waiting>();

  return {
    addArticle({ facts, view, viewDigest, paidView, paidViewDigest, ...about }: ArticlePart): void {
      const { slug, releaseAt } = facts;
      const open = { place: views.add(view), digest: viewDigest };
      const paid = paidViewDigest === null ? open : { place: views.add(paidView), digest: paidViewDigest };
      // An article that is not released yet must not change how others are found.
      const isReleased = releaseAt === null;
      const acronyms = isReleased ? about.acronyms : [];
      articles.set(slug, { slug, isReleased, acronyms, open, paid });
    },
    /**
     * Writes the indexes of articles and of documents.
     * @param slugs the order of the library
     * @returns the words of released public texts, folded, the most common first
     */
    async write(
      slugs: readonly string[],
      { synonyms, documents }: { synonyms: Synonyms; documents: readonly Searchable[] },
    ): Promise<string[]> {
      const inOrder = slugs.flatMap((slug) => articles.get(slug) ?? []);
      const learned = joinAcronyms(inOrder.flatMap(({ acronyms }) => acronyms));
      const sources = await buildSegments(inOrder, [...synonyms, ...learned]);
      const open = mergeSegments(sources.map((source) => source.open));
      const commonWords = open.commonWords();
      write(parts.openIndex, open);
      write(parts.paidIndex, mergeSegments(sources.map((source) => source.paid)));
      // Pages that describe the software are in English unless the publication replaces them.
      const build = () => buildSegment(documents, createEntryReader(synonyms));
      const docs = segments.add(await memo.bytes(['documents', synonyms, documents], build));
      // A manual is small, so its index is in memory whatever the engine.
      writeIndex(join(folder, parts.docsIndex), mergeSegments([toSource(docs)]));
      close();
      return commonWords;
    },
    close,
  };

  async function buildSegments(inOrder: readonly Waiting[], synonyms: Synonyms) {
    const newReader = prepareReader(synonyms, language);
    const inputs = ['search segment', language, sha256(JSON.stringify(synonyms))];
    const built: { open: IndexSource; paid: IndexSource }[] = [];
    for (const group of splitArticles(inOrder)) {
      const reader = newReader();
      const read = createViewReader();
      const build = async (kind: 'open' | 'paid') => {
        const own = group.map((article) => [article[kind].digest, article.isReleased]);
        return toSource(
          segments.add(await memo.bytes([...inputs, own], () => buildKind(group, { kind, read, reader }))),
        );
      };
      const open = await build('open');
      const isFree = group.every(({ open, paid }) => open === paid);
      built.push({ open, paid: isFree ? open : await build('paid') });
    }
    return built;
  }

  function buildKind(
    group: readonly Waiting[],
    { kind, read, reader }: { kind: 'open' | 'paid'; read: (view: View) => Searchable; reader: EntryReader },
  ): Uint8Array {
    const released = new Set(group.filter(({ isReleased }) => isReleased).map((article) => read(article[kind])));
    return buildSegment(
      group.map((article) => read(article[kind])),
      reader,
      (view) => released.has(view),
    );
  }

  /** A free article is read once for both indexes. */
  function createViewReader(): (view: View) => Searchable {
    const known = new Map<View, Searchable>();
    return (view) => {
      const read: Searchable = known.get(view) ?? JSON.parse(views.read(view.place).toString());
      known.set(view, read);
      return read;
    };
  }

  function toSource(place: Place): IndexSource {
    return (start, length) => segments.read(place, start, length);
  }

  function write(name: string, index: MergedIndex): void {
    const path = join(folder, name);
    if (engine === 'sqlite') writeSqliteIndex(path, index);
    else writeIndex(path, index);
  }

  function close(): void {
    views.close();
    segments.close();
  }
}

/** Writes an index file, piece by piece. */
export function writeIndex(path: string, { blocks, languages }: MergedIndex): void {
  const file = openSync(path, 'wx');
  try {
    for (const piece of encodeIndex(blocks, languages))
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  } finally {
    closeSync(file);
  }
}
