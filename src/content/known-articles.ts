import { dirname } from 'node:path';
import { sha256 } from '../library/digest.ts';
import type { Chart } from './charts/plan.ts';
import type { PendingLink } from './checks/link-checks.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import type { SharedBibliography } from './citations/bibliographies.ts';
import type { Bibliography } from './citations/bibliography.ts';
import { findOwnPdf, loadArtifacts } from './load/artifacts.ts';
import type { ContentFile } from './load/content-folder.ts';
import { decideRelease } from './load/dates.ts';
import type { FigureFile, FigureFinder, FigureOwner } from './load/figures.ts';
import { parseFrontMatter } from './load/front-matter-parser.ts';
import type { AuthorRecord } from './load/names.ts';
import { type Problem, positionAt } from './load/problems.ts';
import { createReport, type Report } from './load/rules.ts';
import { readSource } from './load/source-file.ts';
import { artifactRoot, findBibliography, type LoadContext, type LoadedArticle, loadArticle } from './load-article.ts';
import type { Node } from './markdown/markdown-tokens.ts';
import { readTokens } from './prepare.ts';

/** The files that an article is made of beside its own text, as its text names them. */
interface NamedFiles extends Pick<LoadedArticle['meta'], 'artifacts' | 'bibliography' | 'pdf'> {
  lookups: Lookup[];
}

/** A question to the finder of figures, with the path that the author wrote. */
interface Lookup {
  of: 'find' | 'readText';
  href: string;
}

/** An article as an earlier build loaded it, without its tokens and without functions. */
interface KnownArticle
  extends Pick<LoadedArticle, 'meta' | 'questions' | 'frontPage'>,
    Pick<MarkdownDocument, 'digest' | 'drawn'> {
  /** Epoch milliseconds: what has happened by then is in the past in all later builds. */
  loadedAt: number;
  bodyStart: number;
  pending: Omit<PendingLink, 'report'>[];
  external: { url: string; at: number }[];
  languages: string[];
  ids: string[];
  cited: string[];
  figures: [href: string, file: FigureFile][];
  /** Its warnings. */
  warnings: Problem[];
}

/** The files of an article as they are now. */
interface ReadFiles extends Pick<LoadedArticle, 'artifacts' | 'pdf'> {
  bibliography: SharedBibliography | undefined;
  digest: string;
}

/**
 * Loads an article, or takes what an earlier build found in the same text and files, with its warnings. Only an
 * article without an error and with nothing to come is known in this way.
 */
export async function loadKnownArticle(source: ContentFile, context: LoadContext): Promise<LoadedArticle | undefined> {
  const { now, memo, finder, problems } = context;
  const { text, failures } = readSource(source);
  if (failures.length > 0) return loadArticle(source, context);
  const before = problems.length;
  const recorded = recordLookups(finder);
  let loading: Promise<LoadedArticle | undefined> | undefined;
  const load = () => {
    loading ??= loadArticle(source, { ...context, finder: recorded.finder });
    return loading;
  };
  /** @returns null for an article with an error or something to come */
  const loadAndDescribe = async () => {
    const loaded = await load();
    const warnings = problems.slice(before);
    return loaded && warnings.every((problem) => isLasting(problem, source)) ? describe(loaded, now, warnings) : null;
  };
  const inputs = [source.name, source.file, sha256(text), finder.listOwn(ownerOf(source)), digestContext(context)];
  const first = await memo.value<KnownArticle | NamedFiles | null>(['loaded', ...inputs], async () => {
    const article = await loadAndDescribe();
    return article && (nameFiles(article.meta, recorded.lookups) ?? article);
  });
  const take = async (known: KnownArticle | null, files: ReadFiles) => {
    const authors = known && listAuthors(known, context);
    if (!known || !authors || known.loadedAt > now) return load();
    const loaded = await loading;
    if (!loaded) problems.push(...known.warnings);
    const article = loaded
      ? withoutText(loaded, known, { source, context })
      : revive(known, { source, context, text, authors, ...files });
    return { ...article, key: JSON.stringify([inputs, authors, files.digest]) };
  };
  if (!first || !('lookups' in first)) return take(first, noFiles);
  const files = await readFiles(first, { source, context });
  if (!files) return load();
  const known = await memo.value<KnownArticle | null>(['loaded with files', ...inputs, files.digest], async () => {
    const article = await loadAndDescribe();
    return JSON.stringify(recorded.lookups) === JSON.stringify(first.lookups) ? article : null;
  });
  return take(known, files);
}

const ownerOf = ({ name }: ContentFile): FigureOwner => ({ folder: 'articles', name });

const noFiles: ReadFiles = { artifacts: [], pdf: undefined, bibliography: undefined, digest: '' };

/**
 * Is it a warning that the article has in all later builds? Whether a date is in the future changes with the day, and
 * what is wrong with another file is reported with that.
 */
function isLasting({ severity, rule, file }: Problem, source: ContentFile): boolean {
  return severity === 'warn' && rule !== 'date-future' && file === source.file;
}

/** @returns undefined when an article is made of its text alone */
function nameFiles({ artifacts, bibliography, pdf }: LoadedArticle['meta'], lookups: Lookup[]): NamedFiles | undefined {
  const hasFiles = artifacts.length > 0 || lookups.length > 0 || bibliography !== undefined || pdf !== undefined;
  return hasFiles ? { artifacts, lookups, ...(bibliography && { bibliography }), ...(pdf && { pdf }) } : undefined;
}

/**
 * Reads the files that an article names.
 * @returns undefined when one is missing or of a wrong kind, which loading the article reports
 */
async function readFiles(
  { lookups, artifacts: names, bibliography: name, pdf: own }: NamedFiles,
  { source, context }: { source: ContentFile; context: LoadContext },
): Promise<ReadFiles | undefined> {
  let isComplete = true;
  const report = () => {
    isComplete = false;
  };
  const meta = { artifacts: names, pdf: own };
  const artifacts = loadArtifacts(meta, { root: artifactRoot(source), find: () => 0, report });
  const pdf = findOwnPdf(meta, { folder: dirname(source.path), find: () => 0, report });
  const bibliography = name === undefined ? undefined : await findBibliography(name, { source, context });
  if (!isComplete || (name !== undefined && !bibliography?.parsed)) return undefined;
  const found = await Promise.all(lookups.map(({ of, href }) => context.finder[of](href, ownerOf(source))));
  const described = artifacts.map(({ root: _, source: __, ...artifact }) => artifact);
  const digest = sha256(JSON.stringify([described, bibliography?.parsed?.digest ?? null, found]));
  return { artifacts, pdf, bibliography, digest };
}

const digests = new WeakMap<LoadContext, string>();

/**
 * The authors of an article as they are now: what an article has of them is not stored, so that a change of one author
 * changes the articles of that author alone.
 * @returns undefined when one is unknown, which loading the article reports
 */
function listAuthors({ meta }: KnownArticle, { authors }: LoadContext): AuthorRecord[] | undefined {
  if (!authors) return [];
  const found = meta.authors.flatMap((id) => authors.get(id) ?? []);
  return found.length === meta.authors.length ? found : undefined;
}

/** Digest of all that an article depends on beside its text and its authors, the same for all articles. */
function digestContext(context: LoadContext): string {
  const { settings, language, numbered, includeDrafts } = context;
  const known = digests.get(context);
  if (known !== undefined) return known;
  const digest = sha256(JSON.stringify([settings, language, numbered, includeDrafts]));
  digests.set(context, digest);
  return digest;
}

/** @returns null for an article that is released later, or whose front matter could not be read */
function describe(loaded: LoadedArticle, now: number, warnings: Problem[]): KnownArticle | null {
  const { meta, questions, frontPage, releaseAt, text, isReadable, links, document } = loaded;
  if (releaseAt !== null || !isReadable) return null;
  return {
    ...{ meta, questions, frontPage },
    ...{ digest: document.digest, drawn: document.drawn },
    loadedAt: now,
    bodyStart: parseFrontMatter(text).bodyStart,
    pending: links.pending.map(({ report: _, ...link }) => link),
    external: links.external.map(({ url, at }) => ({ url, at })),
    languages: [...loaded.languages],
    ids: [...loaded.ids],
    cited: [...loaded.cited],
    figures: [...document.figures],
    warnings,
  };
}

function revive(
  known: KnownArticle,
  about: ReadFiles & { source: ContentFile; context: LoadContext; text: string; authors: AuthorRecord[] },
): LoadedArticle {
  const { meta, questions, frontPage } = known;
  const { source, context, text, authors, artifacts, pdf, bibliography } = about;
  const cited = new Set(known.cited);
  bibliography?.use(cited, isLenient(meta, context));
  return {
    ...{ slug: source.name, meta, authors, questions, frontPage, text, artifacts, pdf, cited },
    isReadable: true,
    document: openLater(known, {
      name: source.name,
      text,
      isNumbered: meta.numbered ?? context.numbered,
      works: bibliography?.parsed,
    }),
    ...describeForOthers(known, about),
  };
}

/**
 * An article that was loaded just now, without its text in what remains of it until all articles are loaded: of 100,000
 * articles, the texts and their front matter are two gigabytes.
 */
function withoutText(
  loaded: LoadedArticle,
  known: KnownArticle,
  about: { source: ContentFile; context: LoadContext },
): LoadedArticle {
  const { meta, questions, frontPage, cited } = known;
  return { ...loaded, meta, questions, frontPage, cited: new Set(cited), ...describeForOthers(known, about) };
}

/** The part of an article that is needed after all articles are loaded. The text is read again for each report. */
function describeForOthers(
  known: KnownArticle,
  { source, context }: { source: ContentFile; context: LoadContext },
): Pick<LoadedArticle, 'releaseAt' | 'links' | 'languages' | 'ids' | 'entry'> {
  const { meta, bodyStart } = known;
  const { settings, problems } = context;
  const readText = () => readSource(source).text;
  const about = { file: source.file, settings, problems, isLenient: isLenient(meta, context) };
  const report: Report = (rule, at, message) => createReport({ ...about, text: readText() })(rule, at, message);
  const inBody: Report = (rule, at, message) => report(rule, bodyStart + at, message);
  const releaseAt = decideRelease({ publishAt: meta.publish_at, embargoUntil: meta.embargo_until, now: context.now });
  return {
    releaseAt,
    links: {
      pending: known.pending.map((link) => ({ ...link, report: inBody })),
      external: known.external.map((link) => ({ ...link, report: inBody })),
    },
    languages: new Set(known.languages),
    ids: new Set(known.ids),
    entry: {
      slug: source.name,
      meta,
      file: source.file,
      report,
      releaseAt,
      language: meta.language ?? context.language,
      placeOf: (key, index) => parseFrontMatter(readText()).find(index === undefined ? [key] : [key, index]),
    },
  };
}

function isLenient({ draft }: KnownArticle['meta'], { includeDrafts }: LoadContext): boolean {
  return draft && !includeDrafts;
}

/** A document whose tokens are read when it is rendered: mostly an earlier build did that too. */
function openLater(
  { meta, digest, bodyStart, figures, drawn }: KnownArticle,
  about: { name: string; text: string; isNumbered: boolean; works: Bibliography | undefined },
): MarkdownDocument {
  const { name, text, isNumbered, works } = about;
  let opened: (NonNullable<ReturnType<typeof readTokens>> & Pick<MarkdownDocument, 'charts'>) | undefined;
  function open() {
    const bibliography = { parsed: works, isNamed: works !== undefined };
    const markdown = parseFrontMatter(text).body;
    if (opened) return opened;
    const read = readTokens({ markdown, hasMath: meta.math, isNumbered, bibliography, report: () => {} });
    if (!read) throw new Error(`${name} was lexed before and cannot be lexed again.`);
    const left = drawn.values();
    const charts = new Map<Node, Chart>();
    for (const { node } of read.placed) {
      const { value: chart } = node.type === 'chart' ? left.next() : {};
      if (chart) charts.set(node, chart);
    }
    opened = { ...read, charts };
    return opened;
  }
  return {
    owner: { folder: 'articles', name },
    digest,
    figures: new Map(figures),
    terms: [],
    drawn,
    bibliography: works,
    positionOf: (at) => positionAt(text, bodyStart + at),
    get charts() {
      return open().charts;
    },
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

/** Records which files a finder is asked for; it lists others only to explain a mistake. */
function recordLookups(finder: FigureFinder): { finder: FigureFinder; lookups: Lookup[] } {
  const lookups: Lookup[] = [];
  const recording: FigureFinder = {
    ...finder,
    find(href, owner) {
      lookups.push({ of: 'find', href });
      return finder.find(href, owner);
    },
    readText(href, owner) {
      lookups.push({ of: 'readText', href });
      return finder.readText(href, owner);
    },
  };
  return { finder: recording, lookups };
}
