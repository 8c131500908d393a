import type { PublicArticle } from '../../content/library/library.ts';
import type { Urls } from '../../core/urls.ts';
import { renderArticleMarkdown } from '../../protocols/feeds/markdown-twins.ts';

/**
 * What an article is besides its page, by path: `/articles/<slug>.md|.bib|.ris|.csl.json`. Made when first asked for:
 * as files of the build they would be four fifths of it.
 */
export function articleFiles(
  { articles }: { articles: readonly PublicArticle[] },
  urls: Urls,
): ReadonlyMap<string, () => string> {
  return new Map(
    articles.flatMap((article) => {
      const path = `/articles/${article.slug}`;
      const { bibtex, ris, csl } = article.citation;
      return [
        [`${path}.md`, () => renderArticleMarkdown(article, urls)] as const,
        [`${path}.bib`, () => `${bibtex.trim()}\n`] as const,
        [`${path}.ris`, () => `${ris.trim()}\n`] as const,
        [`${path}.csl.json`, () => `${JSON.stringify([csl], null, 2)}\n`] as const,
      ];
    }),
  );
}
