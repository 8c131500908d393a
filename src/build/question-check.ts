import { buildArticle } from '../content/build-article.ts';
import type { LoadedArticle } from '../content/load-article.ts';
import type { LoadedPage } from '../content/load-page.ts';
import { plainHighlighter } from '../content/markdown/highlight.ts';
import { withoutHistory } from '../content/versions/text-archive.ts';
import type { GlossaryTerm } from '../library/library.ts';
import { withoutMemo } from '../library/part-cache.ts';
import { buildIndex } from '../search/build.ts';
import type { Searchable, Synonyms } from '../search/engine.ts';
import { openIndex } from '../search/flexsearch-engine.ts';
import { createArticleReader, searchableArticle } from './searchable.ts';

export function createQuestionCheck(language: string) {
  const articles: Pick<LoadedArticle, 'slug' | 'questions' | 'entry'>[] = [];
  const views: Searchable[] = [];
  const released: Searchable[] = [];
  const glossary: GlossaryTerm[] = [];
  return {
    /** Receives every article, as `loadContent` visits them. */
    async article(loaded: LoadedArticle): Promise<void> {
      const { slug, questions, entry } = loaded;
      const { article } = await buildArticle(loaded, {
        highlighter: plainHighlighter,
        memo: withoutMemo,
        ...withoutHistory,
        baseUrl: '',
        publication: '',
        language,
        citations: 'numeric',
      });
      const view = searchableArticle(article);
      views.push(view);
      if (article.releaseAt === null) released.push(view);
      articles.push({ slug, questions, entry });
    },
    /** Receives every page: one of them has the glossary, whose words the search knows. */
    async page(loaded: LoadedPage): Promise<void> {
      glossary.push(...loaded.glossary);
    },
    /**
     * Asks every question of the public view, as a stranger would, and reports each that finds another article or
     * section first.
     */
    finish(synonyms: Synonyms): void {
      if (articles.every(({ questions }) => questions.length === 0)) return;
      const engine = openIndex(
        buildIndex(views, createArticleReader(released, { synonyms: [...glossary, ...synonyms], language })),
      );
      for (const { slug, questions, entry } of articles) {
        for (const { text, sectionId, at } of questions) {
          const [first] = engine.search({ text, limit: 1, isVisible: () => true });
          const isOwn = first?.slug === slug;
          if (isOwn && (sectionId === null || sectionId === first.sectionId)) continue;
          const other = isOwn ? `the section ${first.sectionId ?? 'before the first heading'}` : first?.slug;
          const found = other ? `finds ${other} first` : 'finds nothing';
          const message = `This question ${found}; use its words in the description, a heading or the public text`;
          entry.report('question-finds', at, message);
        }
      }
    },
  };
}
