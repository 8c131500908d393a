import { type BuiltArticle, digestWithoutSlug } from '../../src/content/build-article.ts';
import {
  type Compiled,
  type CompileOptions,
  type CompileVisitor,
  compareArticles,
  compileFiles,
} from '../../src/content/compile-library.ts';
import { hasErrors } from '../../src/content/load/problems.ts';
import { createHighlighter } from '../../src/content/markdown/highlight.ts';
import { libraryFormat } from '../../src/library/library.ts';
import type { CompiledLibrary, CompiledPaidLibrary } from './library.ts';

/**
 * Shared, because each new one translates the patterns of its grammars again, which takes most of the time of a short
 * text.
 */
const highlighter = createHighlighter();

/** Receives articles as they are compiled, with nothing made of them. */
export function visitArticles(article: (built: BuiltArticle) => void): CompileVisitor<BuiltArticle> {
  return {
    write: (built) => ({ head: built, blocks: [] }),
    article: ({ head }) => article(JSON.parse(JSON.stringify(head))),
    page() {},
  };
}

/** Compiles content and keeps all of it in memory; without a library when any problem is an error. */
export async function compileLibrary(options: CompileOptions): Promise<
  Omit<Compiled, 'tiers' | 'glossary' | 'withdrawn'> & {
    library?: { public: CompiledLibrary; sold: CompiledPaidLibrary };
  }
> {
  const articles: CompiledLibrary['articles'] = [];
  const sold: CompiledPaidLibrary['articles'] = [];
  const pages: CompiledLibrary['pages'] = [];
  const { problems, tiers, glossary, synonyms, withdrawn, figures } = await compileFiles(
    { highlighter, ...options },
    {
      ...visitArticles((built) => {
        articles.push(built.article);
        if (built.paid) sold.push({ ...built.paid, textDigest: digestWithoutSlug(built.paid) });
      }),
      page: (page) => pages.push(page),
    },
  );
  if (hasErrors(problems)) return { problems, figures, synonyms };
  const head = { format: libraryFormat, contentHash: 'sha256:00' } as const;
  articles.sort(compareArticles);
  const library = {
    public: { ...head, baseUrl: options.baseUrl, articles, withdrawn, pages, glossary, tiers },
    sold: { ...head, articles: sold },
  };
  return { problems, figures, synonyms, library };
}
