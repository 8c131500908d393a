import { sha256 } from '../library/digest.ts';
import type { PendingLink } from './checks/link-checks.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import type { ContentFile } from './load/content-folder.ts';
import { decideRelease } from './load/dates.ts';
import type { FigureFinder } from './load/figures.ts';
import { parseFrontMatter } from './load/front-matter-parser.ts';
import { positionAt } from './load/problems.ts';
import { createReport } from './load/rules.ts';
import { readSource } from './load/source-file.ts';
import { type LoadContext, type LoadedArticle, loadArticle } from './load-article.ts';
import { readTokens } from './prepare.ts';

/** An article as an earlier build loaded it, without its tokens and without functions. */
interface KnownArticle
  extends Pick<LoadedArticle, 'meta' | 'authors' | 'questions' | 'frontPage'>,
    Pick<MarkdownDocument, 'digest'> {
  /** Epoch milliseconds: what has happened by then is in the past in all later builds. */
  loadedAt: number;
  bodyStart: number;
  pending: Omit<PendingLink, 'report'>[];
  external: { url: string; at: number }[];
  languages: string[];
  ids: string[];
}

/**
 * Loads an article, or takes what an earlier build found in the same text. Only an article with nothing to report, with
 * nothing to come, and without other files is known in this way: it depends on its text and on the context alone.
 */
export async function loadKnownArticle(source: ContentFile, context: LoadContext): Promise<LoadedArticle | undefined> {
  const { finder, now, memo } = context;
  const owner = { folder: 'articles', name: source.name } as const;
  const { text, failures } = readSource(source);
  if (failures.length > 0 || finder.listOwn(owner).length > 0) return loadArticle(source, context);
  let loaded: LoadedArticle | undefined;
  let isLoaded = false;
  const known = await memo.value<KnownArticle | null>(
    ['loaded', source.name, source.file, text, digestContext(context)],
    async () => {
      const files = countLookups(finder);
      const before = context.problems.length;
      loaded = await loadArticle(source, { ...context, finder: files.finder });
      isLoaded = true;
      const isAlone = files.count() === 0 && context.problems.length === before;
      return loaded && isAlone ? describe(loaded, now) : null;
    },
  );
  if (isLoaded) return loaded;
  return known && known.loadedAt <= now ? revive(known, { source, context, text }) : loadArticle(source, context);
}

const digests = new WeakMap<LoadContext, string>();

/** Digest of all that an article depends on beside its text, the same for all articles. */
function digestContext(context: LoadContext): string {
  const { authors, settings, language, numbered, includeDrafts } = context;
  const known = digests.get(context);
  if (known !== undefined) return known;
  const people = authors && [...authors];
  const digest = sha256(JSON.stringify([people, settings, language, numbered, includeDrafts]));
  digests.set(context, digest);
  return digest;
}

/** @returns null for an article that is made of more than its text, or is released later */
function describe(loaded: LoadedArticle, now: number): KnownArticle | null {
  const { meta, authors, questions, frontPage, artifacts, pdf, releaseAt, text, isReadable, links, document } = loaded;
  const isAlone = artifacts.length === 0 && pdf === undefined && meta.bibliography === undefined;
  const isText = document.figures.size === 0 && document.charts.size === 0;
  if (!isAlone || !isText || releaseAt !== null || !isReadable) return null;
  return {
    ...{ meta, authors, questions, frontPage },
    digest: document.digest,
    loadedAt: now,
    bodyStart: parseFrontMatter(text).bodyStart,
    pending: links.pending.map(({ report: _, ...link }) => link),
    external: links.external.map(({ url, at }) => ({ url, at })),
    languages: [...loaded.languages],
    ids: [...loaded.ids],
  };
}

function revive(
  known: KnownArticle,
  { source, context, text }: { source: ContentFile; context: LoadContext; text: string },
): LoadedArticle {
  const { meta, authors, questions, frontPage, bodyStart, languages, ids } = known;
  const { settings, problems, includeDrafts, now } = context;
  const isLenient = meta.draft && !includeDrafts;
  const report = createReport({ file: source.file, text, settings, problems, isLenient });
  const releaseAt = decideRelease({ publishAt: meta.publish_at, embargoUntil: meta.embargo_until, now });
  const inBody: typeof report = (rule, at, message) => report(rule, bodyStart + at, message);
  return {
    ...{ slug: source.name, meta, authors, questions, frontPage, text },
    artifacts: [],
    pdf: undefined,
    releaseAt,
    isReadable: true,
    cited: new Set(),
    links: {
      pending: known.pending.map((link) => ({ ...link, report: inBody })),
      external: known.external.map((link) => ({ ...link, report: inBody })),
    },
    languages: new Set(languages),
    ids: new Set(ids),
    document: openLater(known, { name: source.name, text, isNumbered: meta.numbered ?? context.numbered }),
    entry: {
      slug: source.name,
      meta,
      file: source.file,
      report,
      releaseAt,
      language: meta.language ?? context.language,
      placeOf: (key, index) => parseFrontMatter(text).find(index === undefined ? [key] : [key, index]),
    },
  };
}

/** A document whose tokens are read when it is rendered: mostly an earlier build did that too. */
function openLater(
  { meta, digest, bodyStart }: KnownArticle,
  { name, text, isNumbered }: { name: string; text: string; isNumbered: boolean },
): MarkdownDocument {
  let opened: ReturnType<typeof readTokens>;
  function open() {
    const bibliography = { parsed: undefined, isNamed: false };
    const markdown = parseFrontMatter(text).body;
    opened ??= readTokens({ markdown, hasMath: meta.math, isNumbered, bibliography, report: () => {} });
    if (!opened) throw new Error(`${name} was lexed before and cannot be lexed again.`);
    return opened;
  }
  return {
    owner: { folder: 'articles', name },
    digest,
    figures: new Map(),
    terms: [],
    charts: new Map(),
    bibliography: undefined,
    positionOf: (at) => positionAt(text, bodyStart + at),
    get markdown() {
      return open().markdown;
    },
    get tokens() {
      return open().tokens;
    },
    get placed() {
      return open().placed;
    },
    get headings() {
      return open().headings;
    },
    get footnotes() {
      return open().footnotes;
    },
    get math() {
      return open().math;
    },
    get marker() {
      return open().marker;
    },
  };
}

/** Counts what is asked of a finder, apart from the files of an article's own folder. */
function countLookups(finder: FigureFinder) {
  let count = 0;
  const counting: FigureFinder = {
    find(...about) {
      count += 1;
      return finder.find(...about);
    },
    readText(...about) {
      count += 1;
      return finder.readText(...about);
    },
    listOwn: finder.listOwn,
    listFor(owner) {
      count += 1;
      return finder.listFor(owner);
    },
  };
  return { finder: counting, count: () => count };
}
