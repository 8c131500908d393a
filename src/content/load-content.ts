import { join } from 'node:path';
import type { PricingTier, WithdrawnArticle } from '../library/library.ts';
import { type Memo, withoutMemo } from '../library/part-cache.ts';
import { type CheckedArticle, checkAcrossArticles } from './checks/cross-article-checks.ts';
import type { OutsideLink } from './checks/link-checks.ts';
import { type LinkingDocument, type LinkTarget, resolveLinks } from './checks/link-targets.ts';
import { checkSettings, fileFinder, type NamingSettings } from './checks/setting-checks.ts';
import { openBibliographies } from './citations/bibliographies.ts';
import { loadKnownArticle } from './known-articles.ts';
import { parseAuthors } from './load/authors.ts';
import { type ContentFile, listContent, listSoftwarePages } from './load/content-folder.ts';
import { openFigureFinder } from './load/figures.ts';
import { parseFrontMatter } from './load/front-matter-parser.ts';
import { collectLibraryFacts, type FactArticle } from './load/library-facts.ts';
import { comparePlans, parsePlans } from './load/plans.ts';
import { type Problem, sortProblems } from './load/problems.ts';
import { checkRuleSettings, createReport, type Report, type RuleName, type RuleSettings } from './load/rules.ts';
import { type ArticleFrontMatter, PageName, Slug } from './load/schema.ts';
import { findSource } from './load/source-file.ts';
import { parseSynonyms, type SynonymList } from './load/synonyms.ts';
import { type LoadContext, type LoadedArticle, loadArticle } from './load-article.ts';
import { type LoadedPage, loadPage, readPageText } from './load-page.ts';
import { slugify } from './markdown/headings.ts';
import type { PreparedDocument } from './prepare.ts';

export interface LoadOptions {
  contentDir: string;
  /**
   * Folder of the pages that describe the software; a page of `contentDir` with the same name takes the place of one.
   */
  softwarePages?: string | undefined;
  /** The publication's language: pages of the software are read in it if a translation exists. */
  language?: string | undefined;
  /** Epoch milliseconds: decides what is in the future. */
  now: number;
  /** Markdown for the generated parts of pages, by name. Undefined: pages are checked without them. */
  generated?: Readonly<Record<string, string>> | undefined;
  /** Values of `{name}` in a page for this deployment: base_url, key_prefix ... */
  values?: Readonly<Record<string, string>> | undefined;
  includeDrafts?: boolean | undefined;
  /**
   * Its language writes the numbers of charts (English without it), and `numbered` numbers the sections of articles.
   */
  publication?: { language?: string | undefined; numbered?: boolean | undefined } | undefined;
  rules?: RuleSettings | undefined;
  /** Settings of site.config.ts, compared with the articles and files they name. Undefined: they are not checked. */
  settings?: NamingSettings | undefined;
  /** Results of earlier builds. */
  memo?: Memo | undefined;
  /** Folder of the files that are served as they are. */
  publicDir?: string | undefined;
  /** Reads only the articles with these slugs, no pages, and applies only the rules about single files. */
  only?: ReadonlySet<string> | undefined;
}

/** Receives each file as soon as it is read, so that no more than one document's tokens are in memory. */
export interface LoadVisitor {
  article?(
    article: LoadedArticle,
    about: {
      /** The same article with another text, an earlier one; nothing is reported about it. */
      reload: (text: string) => Promise<LoadedArticle | undefined>;
      /** Is this the id of another article than this one? */
      isIdOfAnother: (name: string) => boolean;
    },
  ): Promise<void>;
  page?(page: LoadedPage): Promise<void>;
}

export interface LoadedContent {
  /** Problems of all files, sorted. */
  problems: Problem[];
  /** The list to which later checks of the same files add. */
  collected: Problem[];
  tiers: PricingTier[];
  synonyms: SynonymList;
  /** In the order of their slugs; their texts are not visited. */
  withdrawn: WithdrawnArticle[];
  /** URLs on other sites, in the order of the files. */
  externalLinks: OutsideLink[];
}

/**
 * Reads all content and applies every rule to every file in one run. Drafts are checked but visited only when asked
 * for.
 */
export async function loadContent(options: LoadOptions, visitor: LoadVisitor = {}): Promise<LoadedContent> {
  const { contentDir, now, includeDrafts = false, rules: settings = {}, memo = withoutMemo } = options;
  const problems = checkRuleSettings(settings);
  const { folder, finder, software, articles } = await listSources(options);
  const shared = { settings, problems, memo };

  const reportOf = (file: string) => createReport({ file, text: '', ...shared });
  for (const { file, rule, message } of folder.misplaced) reportOf(file)(rule, 0, message);
  const authors = parseFile(folder.authors, { ...shared, rule: 'authors-file', parse: parseAuthors });
  const tiers = parseFile(folder.plans, { ...shared, rule: 'plans-file', parse: parsePlans }) ?? [];
  const synonyms = folder.words && parseFile(folder.words, { ...shared, rule: 'words-file', parse: parseSynonyms });
  const bibliographies = openBibliographies({ ...shared, retractionFile: join(contentDir, 'retractions.csv') });
  const { language = 'en', numbered = false } = options.publication ?? {};
  const context: LoadContext = { ...shared, finder, bibliographies, authors, now, includeDrafts, language, numbered };
  const describeOthers = openOthers(folder.articles, { ...context, problems: [], isEarlier: true });
  const gathered = createGathering();
  const factArticles: FactArticle[] = [];
  for (const source of articles) {
    const article = await loadKnownArticle(source, context);
    if (!article) continue;
    const { slug, meta, releaseAt } = article;
    const isDraft = meta.draft && !includeDrafts;
    gathered.addArticle(article, isDraft);
    if (meta.withdrawn) continue;
    factArticles.push({ slug, releaseAt, ...meta });
    if (!isDraft && Slug.safeParse(slug).success) await visitor.article?.(article, describeOthers(source));
  }
  const own = new Set(folder.pages.map(({ name }) => name));
  const pages = [...folder.pages, ...software.filter(({ name }) => !own.has(name))];
  const known = { tiers, pages: pages.map(({ name }) => name), now };
  const { values, facts } = collectLibraryFacts(factArticles, known);
  const generated = options.generated && { ...options.generated, plans: comparePlans(tiers, language) };
  const filling = { parts: generated, values: { ...options.values, ...values }, facts };
  const replaced = new Map(software.filter(({ name }) => own.has(name)).map((source) => [source.name, source]));
  for (const source of pages) {
    const original = replaced.get(source.name);
    const parts = original ? { ...filling.parts, original: readPageText(original, filling) } : filling.parts;
    const page = await loadPage(source, { ...context, filling: { ...filling, parts } });
    if (!page) continue;
    gathered.addPage(page);
    if (PageName.safeParse(page.name).success) await visitor.page?.(page);
  }
  if (!options.only) {
    joinSubpages(gathered.pages);
    bibliographies.report();
    await checkAcrossArticles(gathered.entries, memo);
    const targets = { ...gathered, isFile: fileFinder(options.publicDir) };
    resolveLinks(gathered.documents, targets);
    if (options.settings) checkSettings(options.settings, targets, reportOf('site.config.ts'));
  }
  return {
    problems: sortProblems(problems),
    collected: problems,
    tiers,
    synonyms: synonyms ?? [],
    withdrawn: gathered.withdrawn,
    externalLinks: gathered.externalLinks,
  };
}

/** @returns `articles` are those that are to be read; `folder` has all, but pages only if they are */
async function listSources({ contentDir, softwarePages, language = 'en', only }: LoadOptions) {
  const [folder, finder, software] = await Promise.all([
    listContent(contentDir),
    openFigureFinder(contentDir),
    softwarePages === undefined || only ? [] : listSoftwarePages(softwarePages, language),
  ]);
  if (!only) return { folder, finder, software, articles: folder.articles };
  const articles = folder.articles.filter(({ name }) => only.has(name));
  return { folder: { ...folder, pages: [] }, finder, software, articles };
}

/** The earlier texts of an article, and the other articles. */
function openOthers(articles: readonly ContentFile[], earlier: LoadContext) {
  // All files are read for the first question, which only an article that has another name than its id asks.
  let ids: ReadonlyMap<string, string> | undefined;
  return (source: ContentFile) => ({
    reload: (text: string) => loadArticle({ ...source, text }, earlier),
    isIdOfAnother(name: string): boolean {
      ids ??= new Map(articles.map((other) => [readId(other), other.file]));
      return ids.has(name) && ids.get(name) !== source.file;
    },
  });
}

/** Parses only front matter that may have an id: few articles state one. */
function readId(source: ContentFile): string {
  const { text = '' } = findSource(source) ?? {};
  const head = text.slice(0, Math.max(0, text.indexOf('\n---', 1)));
  const id = /\bid\b/.test(head) ? parseFrontMatter(text).data.id : undefined;
  return typeof id === 'string' ? id : source.name;
}

function describeWithdrawn(
  slug: string,
  { aliases, id = slug }: Pick<ArticleFrontMatter, 'aliases' | 'id'>,
  { date, reason, replacement }: NonNullable<ArticleFrontMatter['withdrawn']>,
): WithdrawnArticle {
  const formerSlugs = [...new Set([...aliases, id])].filter((name) => name !== slug);
  return { id, slug, formerSlugs, date, reason, replacement: replacement ?? null };
}

/** Collects the data for the rules about several files, without the files themselves. */
function createGathering() {
  const add = ({ links }: PreparedDocument, releaseAt: number | null) => {
    if (links.pending.length > 0) gathering.documents.push({ links: links.pending, releaseAt });
    gathering.externalLinks.push(...links.external);
  };
  const documents: LinkingDocument[] = [];
  const entries: CheckedArticle[] = [];
  const withdrawn: WithdrawnArticle[] = [];
  const externalLinks: OutsideLink[] = [];
  const gathering = {
    ...{ documents, entries, withdrawn, externalLinks },
    articles: new Map<string, LinkTarget>(),
    pages: new Map<string, LinkTarget>(),
    lists: new Set<string>(),
    addArticle(article: LoadedArticle, isDraft: boolean): void {
      const { slug, meta, releaseAt, entry } = article;
      gathering.entries.push(entry);
      if (meta.withdrawn) {
        if (!isDraft) gathering.withdrawn.push(describeWithdrawn(slug, meta, meta.withdrawn));
        return;
      }
      add(article, releaseAt);
      gathering.articles.set(slug, {
        ids: article.ids,
        isDraft,
        releaseAt,
        hasFinding: article.frontPage.finding !== null,
      });
      if (!isDraft) for (const path of listsOf(article)) gathering.lists.add(path);
    },
    addPage(page: LoadedPage): void {
      add(page, null);
      const ids = page.isComplete ? new Set(page.ids) : undefined;
      if (page.name.includes('/')) ids?.add(slugify(page.meta.title));
      gathering.pages.set(page.name, { ids, isDraft: false, releaseAt: null, hasFinding: false });
    },
  };
  return gathering;
}

/** Adds the headings of chapters to their page: links to them lead there too, and its Markdown has all chapters. */
function joinSubpages(pages: Map<string, LinkTarget>): void {
  for (const [name, { ids, ...target }] of pages) {
    const below = [...pages].filter(([other]) => other.startsWith(`${name}/`));
    if (below.length > 0) pages.set(name, { ...target, ids: joinIds([ids, ...below.map(([, each]) => each.ids)]) });
  }
}

function joinIds(all: readonly (ReadonlySet<string> | undefined)[]): Set<string> | undefined {
  const known = all.filter((ids) => ids !== undefined);
  return known.length === all.length ? new Set(known.flatMap((ids) => [...ids])) : undefined;
}

function listsOf({ meta: { tags, authors, series } }: LoadedArticle): string[] {
  return [
    ...tags.map((tag) => `/tags/${tag}`),
    ...authors.map((author) => `/authors/${author}`),
    ...(series ? [`/series/${series.id}`] : []),
  ];
}

function parseFile<T>(
  source: ContentFile,
  options: { settings: RuleSettings; problems: Problem[]; rule: RuleName; parse: (text: string, report: Report) => T },
): T | undefined {
  const { settings, problems, rule, parse } = options;
  const read = findSource(source);
  const report = createReport({ file: source.file, text: read?.text ?? '', settings, problems });
  if (!read) {
    report(rule, 0, 'This file is missing');
    return undefined;
  }
  for (const { at, message } of read.failures) report('encoding', at, message);
  const parsed = parse(read.text, report);
  return read.failures.length > 0 ? undefined : parsed;
}
