import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CompileOptions, compileFiles } from '../content/compile-library.ts';
import { hasErrors, type Problem } from '../content/load/problems.ts';
import type { Highlighter } from '../content/markdown/highlight.ts';
import { createTextWriter, type TextWriter } from '../content/versions/text-archive.ts';
import { noExamples, type RecordedExamples } from '../contract/openapi/recorded-examples.ts';
import { buildReference } from '../contract/reference-parts.ts';
import { createUrls } from '../contract/urls.ts';
import { publication } from '../library/current-publication.ts';
import { type Memo, withoutMemo } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { parts, textsFolder } from '../library/release-parts.ts';
import type { EarlierParts } from '../release/earlier-parts.ts';
import { currentRelease } from '../release/manifest.ts';
import { writeVersionIndex } from '../release/version-index.ts';
import { continueIndexes } from '../release/version-texts.ts';
import type { Config } from '../server/process/config.ts';
import { openArticlePart, writeArticlePart } from './article-part.ts';
import { createBuildWriter } from './build-writer.ts';
import { findPdfs, namePrints, type Print } from './pdf-files.ts';

export interface ContentBuildOptions {
  contentDir: string;
  config: Pick<Config, 'BASE_URL' | 'KEY_PREFIX' | 'SEARCH_ENGINE'>;
  /** Epoch milliseconds: decides what is in the future. */
  now: number;
  /** Preview only: include drafts and scheduled articles as if they were released. */
  showsUnpublished: boolean;
  /** Preview only: build despite errors in articles and pages, and mark the source position of each part. */
  showsMistakes?: boolean;
  /** The folder of all releases: published texts are stored there. Absent where nothing is published. */
  releases?: string;
  /** Releases that may have the same parts. */
  earlier?: Pick<EarlierParts, 'take'>;
  /** Where PDFs of articles are; without it none is offered. */
  pdfFolder?: string;
  highlighter?: Highlighter;
  /** Results of earlier builds. */
  memo?: Memo;
  /** Preview only: build these articles alone, by their slugs, and nothing else of the publication. */
  only?: ReadonlySet<string>;
  /** Preview only: stops the build, which then throws the reason; results for later builds are already stored. */
  signal?: AbortSignal;
  /** Records the example responses of the API over the compiled folder; without it there are none. */
  recordExamples?: (folder: string) => Promise<RecordedExamples>;
}

export interface ContentBuild {
  problems: Problem[];
  /** The files that were written; undefined when there are errors, and the previous build stays complete. */
  written:
    | {
        articles: number;
        pages: number;
        /** Absolute paths of the pictures, scripts and data that were read. */
        sources: string[];
        /** Epoch milliseconds of the first release of an article that is to come. */
        nextReleaseAt: number;
      }
    | undefined;
  /**
   * Articles in it that readers cannot see yet, by slug: `null` for a draft, otherwise epoch milliseconds of its
   * release.
   */
  unpublished: ReadonlyMap<string, number | null>;
}

const softwarePages = fileURLToPath(new URL('../software/pages', import.meta.url));

/**
 * The pages of the software, and what a page may ask for: Markdown for `<!-- generated: NAME -->`, and values for
 * `{name}`.
 */
export function pageParts(config: Pick<Config, 'BASE_URL' | 'KEY_PREFIX'>) {
  return {
    softwarePages,
    language: publication.language,
    generated: buildReference(publication.deprecations),
    values: {
      base_url: config.BASE_URL,
      auth_url: createUrls(config.BASE_URL).auth,
      key_prefix: config.KEY_PREFIX,
      site_name: publication.name,
      contact_email: publication.publisher.email,
    },
  };
}

/**
 * Compiles content with everything this publication and this deployment say about it, into a folder that takes the
 * place of the one before in one rename.
 */
export async function buildContent(folder: string, options: ContentBuildOptions): Promise<ContentBuild> {
  const { config, now, showsUnpublished, showsMistakes = false, memo = withoutMemo, signal } = options;
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  const prints = new Map<string, Print>();
  const checkpoint = createCheckpoint(signal);
  const writer = createBuildWriter(next, {
    ...{ engine: config.SEARCH_ENGINE, language: publication.language, memo, earlier: options.earlier },
    checkpoint,
  });
  const ownPdfs = new Map<string, string>();
  const unpublished = new Map<string, number | null>();
  let nextReleaseAt = Number.POSITIVE_INFINITY;
  const texts = options.releases === undefined ? undefined : await openTexts(options.releases, now);
  try {
    const { problems, tiers, glossary, synonyms, withdrawn, figures } = await compileFiles(
      toCompileOptions(options, texts),
      {
        write: (built, earlier) => writeArticlePart(built, { baseUrl: config.BASE_URL, earlier }),
        async article(part, { slug, releaseAt, pdf, meta }) {
          await checkpoint();
          const article = openArticlePart(part, showsUnpublished);
          if (pdf === undefined) prints.set(slug, article.print);
          else ownPdfs.set(slug, pdf);
          nextReleaseAt = Math.min(nextReleaseAt, releaseAt ?? nextReleaseAt);
          const isUnpublished = meta.draft || (showsUnpublished && releaseAt !== null);
          if (isUnpublished) unpublished.set(slug, meta.draft ? null : releaseAt);
          writer.addArticle(article);
        },
        page: writer.addPage,
      },
    );
    // A site cannot be shown without prices.
    const canShow = showsMistakes && tiers.length > 0;
    if (hasErrors(problems) && !canShow) return { problems, written: undefined, unpublished: new Map() };
    const names = await namePrints(prints, figures);
    const pdfs = new Map([...(await findPdfs(options.pdfFolder, names)), ...ownPdfs]);
    await writeFile(join(next, parts.versions), writeVersionIndex(texts?.index() ?? {}));
    await writeFile(join(next, parts.prints), JSON.stringify(Object.fromEntries(names)));
    const files = [...figures, ...writer.listPdfs(pdfs)];
    const { slugs, pages } = await writer.finish({
      baseUrl: config.BASE_URL,
      tiers,
      glossary,
      synonyms,
      withdrawn,
      figures: showsUnpublished ? files.map((file) => ({ ...file, releaseAt: null })) : files,
    });
    await writeFile(join(next, parts.examples), JSON.stringify((await options.recordExamples?.(next)) ?? noExamples));
    await rm(folder, { recursive: true, force: true });
    await rename(next, folder);
    const sources = files.map(({ source }) => source).filter((source) => typeof source === 'string');
    return { problems, written: { articles: slugs.length, pages, sources, nextReleaseAt }, unpublished };
  } finally {
    writer.close();
    await rm(next, { recursive: true, force: true });
  }
}

const pauseMs = 20;

/**
 * @param signal preview only, whose requests are served between two steps
 * @returns is called between two steps, and throws the reason of the signal to stop the build
 */
function createCheckpoint(signal: AbortSignal | undefined): () => Promise<void> {
  let pausedAt = performance.now();
  return async () => {
    if (!signal) return;
    if (performance.now() - pausedAt > pauseMs) {
      await nextTurn();
      pausedAt = performance.now();
    }
    signal.throwIfAborted();
  };
}

function toCompileOptions(options: ContentBuildOptions, texts: TextWriter | undefined): CompileOptions {
  const { contentDir, config, now, showsUnpublished, showsMistakes = false, memo = withoutMemo } = options;
  return {
    contentDir,
    baseUrl: config.BASE_URL,
    now,
    publication,
    rules: publication.rules,
    settings: publication,
    publicDir: publicationFolder(process.env).public,
    ...pageParts(config),
    includeDrafts: showsUnpublished,
    only: options.only,
    memo,
    showsPlaces: showsMistakes,
    ...(texts ? { texts } : {}),
    ...(options.highlighter ? { highlighter: options.highlighter } : {}),
  };
}

/** Continues the records of the current release, so that texts stay readable where git has no history. */
async function openTexts(releases: string, now: number) {
  const current = await currentRelease(releases);
  const previous = current === undefined ? {} : continueIndexes(join(releases, current));
  return createTextWriter({ folder: textsFolder(releases), previous }, now);
}
