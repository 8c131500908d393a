import type { GlossaryTerm, PricingTier, PublicArticle, SearchablePage, WithdrawnArticle } from '../library/library.ts';
import { compareText } from '../library/list-files.ts';
import { readAccent } from '../library/looks.ts';
import { type Frame, withoutMemo } from '../library/part-cache.ts';
import type { Looks } from '../library/publication-settings.ts';
import { listChartFiles } from './charts/chart-files.ts';
import { createFigureList } from './figure-list.ts';
import type { Figure } from './load/figures.ts';
import { openGitFiles } from './load/git-files.ts';
import { readHistory } from './load/history.ts';
import type { Problem } from './load/problems.ts';
import type { SynonymList } from './load/synonyms.ts';
import type { LoadedArticle } from './load-article.ts';
import { type LoadOptions, loadContent } from './load-content.ts';
import type { LoadedPage } from './load-page.ts';
import type { CitationStyle } from './markdown/citation-text.ts';
import { createHighlighter, type Highlighter } from './markdown/highlight.ts';
import { type BuildContext, renderDocument } from './render-document.ts';
import type { TextWriter } from './versions/text-archive.ts';
import { createVersionHistory, type WriteArticle } from './versions/version-history.ts';

export interface CompileOptions extends LoadOptions {
  /** The base URL without a trailing slash. */
  baseUrl: string;
  /** Markdown for the generated parts of pages, by name. */
  generated: Readonly<Record<string, string>>;
  publication: {
    name: string;
    language?: string;
    citations?: CitationStyle;
    numbered?: boolean;
    looks?: Pick<Looks, 'accent'>;
  };
  /** A highlighter for repeated runs: its grammars stay loaded. By default they are loaded and freed in each run. */
  highlighter?: Highlighter;
  /** See BuildContext. */
  showsPlaces?: boolean;
  /** Where published texts are stored; without it an article has its present text alone. */
  texts?: TextWriter;
}

/** Receives each entry as soon as it is made, so that the texts of no more than one need be in memory. */
export interface CompileVisitor<Part> {
  write: WriteArticle<Part>;
  /** @param part from `write`, in this build or an earlier one */
  article(part: Frame<Part>, loaded: LoadedArticle): void | Promise<void>;
  page(page: SearchablePage): void;
}

export interface Compiled {
  problems: Problem[];
  tiers: PricingTier[];
  glossary: GlossaryTerm[];
  synonyms: SynonymList;
  withdrawn: WithdrawnArticle[];
  /** Figures to copy to where they are served. */
  figures: Figure[];
}

/**
 * Compiles content files in one pass. The same files, options and git history give the same bytes. Drafts are checked
 * but visited only with `includeDrafts`; scheduled and embargoed articles are visited with their `releaseAt`. If the
 * content has errors, the visited results may only be shown to its author. Throws only file system errors: everything
 * an author can get wrong is in `problems`.
 */
export async function compileFiles<Part>(options: CompileOptions, visitor: CompileVisitor<Part>): Promise<Compiled> {
  const { contentDir, baseUrl } = options;
  const highlighter = options.highlighter ?? createHighlighter();
  const context: BuildContext = {
    baseUrl,
    publication: options.publication.name,
    language: options.publication.language ?? 'en',
    citations: options.publication.citations ?? 'numeric',
    highlighter,
    memo: options.memo ?? withoutMemo,
    showsPlaces: options.showsPlaces,
  };
  const history = await readHistory(contentDir, options.only && [...options.only].map((slug) => `articles/${slug}.md`));
  const files = openGitFiles(contentDir);
  const { now, texts } = options;
  const versions = createVersionHistory({ context, write: visitor.write, files, history, now, texts });
  const accent = readAccent(options.publication.looks ?? {});
  const figures = createFigureList(contentDir, (chart, place) => listChartFiles(chart, place, { ...context, accent }));
  const glossary: GlossaryTerm[] = [];

  const { problems, tiers, synonyms, withdrawn } = await loadContent(
    { ...options, language: options.publication.language },
    {
      async article(loaded, { reload, isIdOfAnother }) {
        const { part, shown } = await versions.build(loaded, { reload, isIdOfAnother });
        figures.addArticle(loaded, shown);
        await visitor.article(part, loaded);
      },
      async page(loaded) {
        const page = await buildPage(loaded, context);
        figures.addPage(loaded.document, page);
        glossary.push(...loaded.glossary);
        visitor.page(page);
      },
    },
  );
  files.close();
  if (!options.highlighter) highlighter.close();
  return { problems, tiers, glossary, synonyms, withdrawn, figures: figures.list() };
}

type Listed = Pick<PublicArticle, 'date' | 'slug' | 'retracted'>;

/** The order of every list: newest first, ties by slug, withdrawn articles after all others. */
export function compareArticles(a: Listed, b: Listed) {
  const withdrawn = Number(a.retracted !== null) - Number(b.retracted !== null);
  return withdrawn || compareText(b.date, a.date) || compareText(a.slug, b.slug);
}

/** One page of the library; a page without a place of its own comes after all others. */
async function buildPage(loaded: LoadedPage, context: BuildContext): Promise<SearchablePage> {
  const { name, language, meta, questions } = loaded;
  const { whole, outline } = await renderDocument(loaded, { context, isPaid: false });
  return {
    name,
    language,
    title: meta.title,
    description: meta.description,
    updated: meta.updated ?? null,
    order: meta.order ?? 1000,
    group: meta.group ?? null,
    body: whole.body,
    outline,
    sections: whole.sections,
    questions,
  };
}
