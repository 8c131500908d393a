import { type BuildContext, buildArticle } from './build-article.ts';
import { buildPage } from './build-page.ts';
import { createFigureList } from './figure-list.ts';
import type { Figure } from './figures.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { readHistory } from './history.ts';
import type { CompiledLibrary, CompiledSoldLibrary } from './library.ts';
import { hashLibrary } from './library-text.ts';
import { type LoadOptions, loadContent } from './load.ts';
import { compareText, hasErrors, type Problem } from './problems.ts';

export interface CompileOptions extends LoadOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  /** Markdown for the generated parts of pages, by name. */
  generated: Readonly<Record<string, string>>;
  publication: { name: string };
  /** For one who compiles again and again: grammars stay loaded. Without it they are loaded and freed here. */
  highlighter?: Highlighter;
}

export interface Compiled {
  problems: Problem[];
  /** Absent when any problem is an error: a broken file never half-builds. */
  library?: { public: CompiledLibrary; sold: CompiledSoldLibrary };
  /** What to copy to where it is served; empty without a library. */
  figures: Figure[];
  /** Slugs of the drafts among the articles; empty unless `includeDrafts` asked for them. */
  drafts: string[];
}

/**
 * Content files to the compiled library, in one pass over the files. The same files, options and git history give the
 * same result to the byte. Drafts are checked but only in it when `includeDrafts` says so; scheduled and embargoed articles are, with `releaseAt`.
 * Throws only what the file system throws: everything an author can do wrong is in `problems`.
 */
export async function compileLibrary(options: CompileOptions): Promise<Compiled> {
  const { contentDir, baseUrl } = options;
  const highlighter = options.highlighter ?? createHighlighter();
  const context: BuildContext = { baseUrl, publication: options.publication.name, highlighter };
  const history = await readHistory(contentDir);
  const figures = createFigureList(contentDir);
  const articles: CompiledLibrary['articles'] = [];
  const sold: CompiledSoldLibrary['articles'] = [];
  const pages: CompiledLibrary['pages'] = [];
  const drafts: string[] = [];

  const { problems, tiers } = await loadContent(options, {
    async article(loaded) {
      await highlighter.load(loaded.languages);
      const revisions = history.get(`articles/${loaded.slug}.md`) ?? [];
      const built = buildArticle(loaded, { ...context, revisions });
      articles.push(built.article);
      if (loaded.meta.draft) drafts.push(loaded.slug);
      if (built.sold) sold.push(built.sold);
      figures.addArticle(loaded.document, built);
    },
    async page(loaded) {
      await highlighter.load(loaded.languages);
      const page = buildPage(loaded, context);
      pages.push(page);
      figures.addPage(loaded.document, page);
    },
  });
  if (!options.highlighter) highlighter.close();
  if (hasErrors(problems)) return { problems, figures: [], drafts };

  articles.sort((a, b) => compareText(b.date, a.date) || compareText(a.slug, b.slug));
  const content = { format: 1, baseUrl, articles, pages, tiers } as const;
  const contentHash = hashLibrary(content);
  const library = { public: { ...content, contentHash }, sold: { format: 1, contentHash, articles: sold } as const };
  return { problems, library, figures: figures.list(), drafts };
}
