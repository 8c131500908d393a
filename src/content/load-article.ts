import { dirname, join } from 'node:path';
import type { Memo } from '../library/part-cache.ts';
import type { CheckedArticle } from './checks/cross-article-checks.ts';
import { checkFrontMatter, checkName, findAuthors } from './checks/front-matter-checks.ts';
import { type FrontPageMatter, loadFrontPageMatter } from './checks/front-page.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import { type LoadedQuestion, loadQuestions } from './checks/questions.ts';
import { checkStarterText } from './checks/starter-text-checks.ts';
import type { Bibliographies, SharedBibliography } from './citations/bibliographies.ts';
import { findOwnPdf, type LoadedArtifact, loadArtifacts } from './load/artifacts.ts';
import type { ContentFile } from './load/content-folder.ts';
import { decideRelease, toFullDate } from './load/dates.ts';
import type { FigureFinder } from './load/figures.ts';
import { type FrontMatter, parseFrontMatter } from './load/front-matter-parser.ts';
import type { AuthorRecord } from './load/names.ts';
import { type Problem, positionAt } from './load/problems.ts';
import { createReport, type Report, type RuleSettings } from './load/rules.ts';
import { ArticleFrontMatter } from './load/schema.ts';
import { readSource } from './load/source-file.ts';
import { pickRight, type RightPart, validateYaml } from './load/validate.ts';
import { type PreparedDocument, prepareDocument } from './prepare.ts';

export interface LoadedArticle extends PreparedDocument {
  slug: string;
  meta: ArticleFrontMatter;
  authors: AuthorRecord[];
  questions: LoadedQuestion[];
  frontPage: FrontPageMatter;
  artifacts: LoadedArtifact[];
  /** Path of the author's own PDF. */
  pdf: string | undefined;
  releaseAt: number | null;
  /** The file, with its front matter. */
  text: string;
  /** Could its front matter be read? */
  isReadable: boolean;
  /** The part of the article that the rules about several articles read. */
  entry: CheckedArticle;
  /** Names all that it was loaded from; undefined where an earlier build did not load the same. */
  key?: string | undefined;
}

export interface LoadContext {
  finder: FigureFinder;
  bibliographies: Bibliographies;
  /** Undefined when the file of authors is itself wrong: then no author is called unknown. */
  authors: ReadonlyMap<string, AuthorRecord> | undefined;
  settings: RuleSettings;
  problems: Problem[];
  now: number;
  /** BCP 47. */
  language: string;
  /** Are the sections numbered of an article that does not say? */
  numbered: boolean;
  /** Drafts are read as if they were published, with errors that count. */
  includeDrafts: boolean;
  memo: Memo;
  /** It is an earlier text, about which nothing is reported. */
  isEarlier?: boolean;
}

/** A long book has as many. */
const maxCharacters = 1_000_000;

const withoutPreview =
  'Nothing of this article is shown before it is paid for; mark the end of a preview with <!-- more -->';

const nothingPaid =
  'Nothing is below this line, so readers would pay for what they have read; move the line up, or write tier: free';

/**
 * Reads one article and applies every rule that needs only it. Anything unreadable is reported, and the rest is still
 * read.
 * @returns undefined when its Markdown cannot be lexed, which is reported
 */
export async function loadArticle(source: ContentFile, context: LoadContext): Promise<LoadedArticle | undefined> {
  const { text, failures } = readSource(source);
  const { settings, problems, now, finder, language, memo, isEarlier = false } = context;
  const front = parseFrontMatter(text);
  const isLenient = front.data.draft === true && !context.includeDrafts;
  const report = createReport({ file: source.file, text, settings, problems, isLenient });
  for (const { at, message } of failures) report('encoding', at, message);
  checkName(source.name, report);
  if (!checkLength(text, report)) return undefined;
  for (const { at, message } of front.failures) report('front-matter', at, message);

  const { meta, hasRead, placeOf } = readMeta(source.name, { front, report, now });
  const find: FrontMatter['find'] = (path) => front.find(placeOf(path));
  const releaseAt = decideRelease({ publishAt: meta.publish_at, embargoUntil: meta.embargo_until, now });
  const reader = { meta, hasRead, find, report };
  if (!isEarlier) checkFrontMatter({ ...reader, text, releaseAt, now });
  const authors = findAuthors(reader, context.authors);

  if (!meta.withdrawn) checkText(front, report);
  if (!meta.draft && !isEarlier) checkStarterText(text, report);

  const at = find(['bibliography']);
  const bibliography = await loadBibliography({ source, name: meta.bibliography, report, context, at });
  const artifacts = loadArtifacts(meta, { root: artifactRoot(source), find, report });
  const prepared = await prepareDocument({
    owner: { folder: 'articles', name: source.name },
    markdown: front.body,
    report: (rule, at, message) => report(rule, front.bodyStart + at, message),
    positionOf: (at) => positionAt(text, front.bodyStart + at),
    hasMath: meta.math,
    isNumbered: meta.numbered ?? context.numbered,
    hasAllAnchors: true,
    bibliography: { parsed: bibliography?.parsed, isNamed: bibliography !== undefined },
    artifacts,
    ...{ finder, language, memo, isEarlier },
  });
  bibliography?.use(prepared?.cited ?? new Set(), isLenient);
  if (!prepared) return undefined;
  if (hasRead('tier') && meta.tier === 'paid' && !meta.withdrawn) checkPreview(prepared.document, front, report);
  return {
    ...prepared,
    slug: source.name,
    meta,
    authors,
    questions: loadQuestions(meta, { headings: prepared.document.headings, find, report }),
    frontPage: loadFrontPageMatter(meta, { document: prepared.document, find, report }),
    artifacts,
    pdf: findOwnPdf(meta, { folder: dirname(source.path), find, report }),
    releaseAt,
    text,
    isReadable: front.failures.length === 0 && ['title', 'tier', 'date', 'authors'].every(hasRead),
    entry: {
      slug: source.name,
      file: source.file,
      ...{ meta, report, releaseAt },
      language: hasRead('language') ? (meta.language ?? context.language) : undefined,
      placeOf: (key, index) => find(index === undefined ? [key] : [key, index]),
    },
  };
}

function checkLength({ length }: string, report: Report): boolean {
  if (length <= maxCharacters) return true;
  const has = length.toLocaleString('en');
  report(
    'file-size',
    0,
    `An article has at most a million characters and this has ${has}; cut it into parts of a series`,
  );
  return false;
}

function checkText({ failures, body, bodyStart }: FrontMatter, report: Report): void {
  if (failures.length > 0 || body.trim() !== '') return;
  report(
    'text-missing',
    bodyStart,
    'There is no text below the front matter; write the article, or mark it draft: true',
  );
}

/** A paid article has a preview and something to pay for. */
function checkPreview({ marker, markdown }: MarkdownDocument, { bodyStart }: FrontMatter, report: Report): void {
  if (!marker) report('preview-missing', bodyStart, withoutPreview);
  else if (markdown.slice(marker.end).trim() === '') report('preview-missing', bodyStart + marker.at, nothingPaid);
}

/** @returns what the front matter says; for keys that it does not say rightly, what shows least. */
function readMeta(
  slug: string,
  { front, report, now }: { front: FrontMatter; report: Report; now: number },
): { meta: ArticleFrontMatter; hasRead: (key: string) => boolean; placeOf: RightPart['placeOf'] } {
  const read = validateYaml(ArticleFrontMatter, front, {
    rule: 'front-matter',
    keyRule: 'front-matter-key',
    report,
  });
  if (read) return { meta: read, hasRead: () => true, placeOf: (path) => path };
  const { data: right, placeOf } = pickRight(ArticleFrontMatter.shape, front.data);
  const least = {
    title: slug,
    description: 'Its description cannot be read.',
    tier: 'paid',
    date: toFullDate(now),
    authors: ['unread'],
  };
  return { meta: ArticleFrontMatter.parse({ ...least, ...right }), hasRead: (key) => key in right, placeOf };
}

/** @returns undefined when none is named; one whose file is missing, which is reported, has nothing in it. */
async function loadBibliography(options: {
  source: ContentFile;
  name: string | undefined;
  report: Report;
  context: LoadContext;
  at: number;
}): Promise<SharedBibliography | undefined> {
  const { source, name, report, context, at } = options;
  if (!name) return undefined;
  const read = await findBibliography(name, { source, context });
  if (!read) report('bibliography-exists', at, `There is no file ${fileBeside(source, name)}`);
  return read ?? { parsed: undefined, use: () => {} };
}

/** Reads a bibliography beside an article. @returns undefined without such a file */
export function findBibliography(
  name: string,
  { source, context }: { source: ContentFile; context: Pick<LoadContext, 'bibliographies'> },
): Promise<SharedBibliography | undefined> {
  return context.bibliographies.read({
    path: join(dirname(source.path), name),
    file: fileBeside(source, name),
  });
}

function fileBeside({ file }: ContentFile, name: string): string {
  return file.replace(/[^/]+$/, name);
}

/** The folder from which an article names its scripts and data: the parent of `content/`. */
export function artifactRoot({ path }: ContentFile): string {
  return join(dirname(path), '../..');
}
