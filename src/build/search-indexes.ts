import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Memo } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import type { EarlierParts } from '../release/earlier-parts.ts';
import { type Acronym, joinAcronyms } from '../search/acronyms.ts';
import { type AnalysedArticle, analyseArticle } from '../search/analysed-article.ts';
import { completeIndex } from '../search/build.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import { createEntryReader, prepareReader } from '../search/entries.ts';
import { type IndexSource, toNumbers } from '../search/index-file.ts';
import { type MergedSegments, mergeSegments } from '../search/merge-segments.ts';
import { mergeTerms, packPart } from '../search/merge-terms.ts';
import { hashTerms, indexSynonyms } from '../search/relevant-synonyms.ts';
import type { SearchFiles } from '../search/search-files.ts';
import { buildSegment, splitIntoFiles } from '../search/segment.ts';
import { writeSqliteIndex } from '../search/sqlite-engine.ts';
import type { WordList } from '../search/word-list.ts';
import type { Config } from '../server/process/config.ts';
import type { ArticlePart } from './article-part.ts';
import { type IndexJob, indexInThread } from './index-in-thread.ts';
import { createSpool, type Place } from './spool.ts';
import { writeIndex } from './write-index.ts';

type Kind = keyof SearchFiles['articles'];

type SearchedArticle = Pick<ArticlePart, 'view' | 'viewDigest' | 'paidView' | 'paidViewDigest' | 'acronyms'> & {
  facts: Pick<ArticlePart['facts'], 'slug' | 'releaseAt'>;
};

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

/** A segment that may have to be built, and all that it depends on beside the language. */
interface SegmentPlan {
  inputs: unknown[];
  build(): Promise<IndexSource>;
}

/** Reads and analyses views, each once: that of a free article is in both indexes. */
interface ViewReader {
  read(view: View): Searchable;
  analyse(article: Searchable): AnalysedArticle;
  /** Frees what it has in memory, which a plan may still refer to. */
  forget(): void;
}

/** The files that are written of an index so far, and the terms of their articles. */
interface Written {
  names: string[];
  terms: IndexSource[];
}

function newWritten(): Written {
  return { names: [], terms: [] };
}

/**
 * Writes the search indexes of a build. The views of articles wait in a file. From them the segments are built that no
 * earlier build made of the same articles, and those of some hundred articles are merged into a file, unless an earlier
 * release has it: so neither memory nor the work for one change grows with all texts.
 * @param about.earlier releases that may have the same files
 * @param about.checkpoint runs between two steps, and throws to stop the build
 */
export function createSearchIndexes(
  folder: string,
  about: {
    engine: Config['SEARCH_ENGINE'];
    language: string;
    memo: Memo;
    earlier?: Pick<EarlierParts, 'take'> | undefined;
    checkpoint?: () => Promise<void>;
  },
) {
  const { engine, language, memo, earlier, checkpoint = async () => {} } = about;
  const views = createSpool(join(folder, 'search-views'));
  const segments = createSpool(join(folder, 'search-segments'), { hasParts: true });
  const articles = new Map<string, Waiting>();
  /** Files of spellings that are being written in threads. */
  const spelled: Promise<unknown>[] = [];

  return {
    addArticle({ facts, view, viewDigest, paidView, paidViewDigest, ...about }: SearchedArticle): void {
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
     * @returns paths of the files of articles, the words of released public texts, folded, the most common first, and
     *   what resolves when the last file is written
     */
    async write(
      slugs: readonly string[],
      { synonyms, documents }: { synonyms: Synonyms; documents: readonly Searchable[] },
    ): Promise<{ files: SearchFiles['articles']; words: string[]; written: Promise<unknown> }> {
      const inOrder = slugs.flatMap((slug) => articles.get(slug) ?? []);
      const learned = joinAcronyms(inOrder.flatMap(({ acronyms }) => acronyms));
      for (const name of [parts.openSearch, parts.paidSearch]) mkdirSync(join(folder, name));
      const { open, paid } = await writeArticles(inOrder, [...synonyms, ...learned]);
      const words = await writeTerms('open', open);
      // Both indexes are the same when every article is free.
      const isFree = inOrder.every((article) => article.open === article.paid);
      if (!isFree) await writeTerms('paid', paid);
      const written = Promise.all(spelled);
      // Pages that describe the software are in English unless the publication replaces them.
      const build = () => buildSegment(documents, createEntryReader(synonyms));
      const docs = await memo.bytes(['documents', synonyms, documents], build);
      // A manual is small, so its index is in memory whatever the engine.
      writeIndex(join(folder, parts.docsIndex), completeIndex(docs));
      close();
      return { files: { open: open.names, paid: isFree ? open.names : paid.names }, words: words.common(), written };
    },
    close,
  };

  /** Writes the articles of both indexes. A file of free articles alone belongs to both. */
  async function writeArticles(inOrder: readonly Waiting[], synonyms: Synonyms): Promise<Record<Kind, Written>> {
    const findSynonyms = indexSynonyms(synonyms, language);
    const written: Record<Kind, Written> = { open: newWritten(), paid: newWritten() };
    for (const groups of splitIntoFiles(inOrder)) {
      const isFree = groups.flat().every(({ open, paid }) => open === paid);
      const plans: Record<Kind, SegmentPlan[]> = { open: [], paid: [] };
      for (const group of groups) {
        await checkpoint();
        const reader = createViewReader();
        plans.open.push(await planSegment(group, { kind: 'open', reader, findSynonyms }));
        if (!isFree) plans.paid.push(await planSegment(group, { kind: 'paid', reader, findSynonyms }));
        reader.forget();
      }
      await writeFile('open', plans.open, isFree ? [written.open, written.paid] : [written.open]);
      await checkpoint();
      if (!isFree) await writeFile('paid', plans.paid, [written.paid]);
      await checkpoint();
    }
    return written;
  }

  /** @param indexes those to which the file belongs */
  async function writeFile(kind: Kind, plans: readonly SegmentPlan[], indexes: readonly Written[]): Promise<void> {
    const own = plans.map(({ inputs }) => inputs);
    const name = nameFile(kind, ['articles', language, own]);
    let merged: MergedSegments | undefined;
    const merge = async () => {
      merged ??= mergeSegments(await buildSegments(plans));
      return merged;
    };
    if (!(await earlier?.take(name, folder))) {
      const { articles, terms } = await merge();
      writeIndex(join(folder, name), { blocks: articles, languages: terms.languages });
    }
    const part = await memo.bytes(['terms', language, own], async () => packPart((await merge()).terms));
    const source = toSource(segments.add(part));
    for (const { names, terms } of indexes) {
      names.push(name);
      terms.push(source);
    }
  }

  /** Writes the terms and the spellings of an index, which are of all its articles. @returns its words */
  async function writeTerms(kind: Kind, { names, terms }: Written): Promise<WordList> {
    await checkpoint();
    const name = nameFile(kind, ['terms', engine, names]);
    const merged = mergeTerms(terms);
    const spellings = nameFile(kind, ['spellings', language, merged.words.digest()]);
    if (!(await earlier?.take(name, folder))) {
      const path = join(folder, name);
      if (engine === 'sqlite') writeSqliteIndex(path, merged);
      else writeIndex(path, merged);
    }
    if (!(await earlier?.take(spellings, folder)))
      startSpellings({ path: join(folder, spellings), language, lines: merged.words.lines });
    names.push(name, spellings);
    return merged.words;
  }

  function startSpellings(about: Omit<IndexJob & { kind: 'spellings' }, 'kind'>): void {
    const job = indexInThread({ kind: 'spellings', ...about });
    // It may fail before it is waited for.
    job.catch(() => {});
    spelled.push(job);
  }

  function nameFile(kind: Kind, inputs: readonly unknown[]): string {
    return `${kind === 'open' ? parts.openSearch : parts.paidSearch}/${memo.key(inputs)}`;
  }

  /**
   * Finds out what a segment depends on.
   * @param about.reader what it read and analysed serves both kinds
   */
  async function planSegment(
    group: readonly Waiting[],
    about: { kind: Kind; reader: ViewReader; findSynonyms: ReturnType<typeof indexSynonyms> },
  ): Promise<SegmentPlan> {
    const { kind, reader, findSynonyms } = about;
    const own = group.map((article) => [article[kind].digest, article.isReleased]);
    let isNew = false;
    const hashes = await memo.bytes(['hashes of terms', language, own], () => {
      isNew = true;
      return hashTerms(group.map((article) => reader.analyse(reader.read(article[kind]))));
    });
    const synonyms = findSynonyms(toNumbers(hashes));
    const inputs = [own, synonyms];
    const build = async (reader: ViewReader) => {
      const part = await memo.bytes(['search segment', language, ...inputs], () => {
        const articles = group.map((article) => reader.read(article[kind]));
        const released = new Set(articles.filter((_, at) => group[at]?.isReleased));
        return buildSegment(articles, prepareReader(synonyms, language, reader.analyse)(), (view) =>
          released.has(view),
        );
      });
      return toSource(segments.add(part));
    };
    // While its articles are in memory.
    const built = isNew ? await build(reader) : undefined;
    return { inputs, build: async () => built ?? build(createViewReader()) };
  }

  async function buildSegments(plans: readonly SegmentPlan[]): Promise<IndexSource[]> {
    const built: IndexSource[] = [];
    for (const { build } of plans) built.push(await build());
    return built;
  }

  function createViewReader(): ViewReader {
    const known = new Map<View, Searchable>();
    const analysed = new Map<Searchable, AnalysedArticle>();
    return {
      read(view) {
        const read: Searchable = known.get(view) ?? JSON.parse(views.read(view.place).toString());
        known.set(view, read);
        return read;
      },
      analyse(article) {
        const found = analysed.get(article) ?? analyseArticle(article, language);
        analysed.set(article, found);
        return found;
      },
      forget() {
        known.clear();
        analysed.clear();
      },
    };
  }

  function toSource(place: Place): IndexSource {
    return (start, length) => segments.read(place, start, length);
  }

  function close(): void {
    views.close();
    segments.close();
  }
}
