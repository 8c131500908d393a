import { type BuiltArticle, buildArticle } from '../content/build-article.ts';
import type { Problem } from '../content/load/problems.ts';
import type { LoadedArticle } from '../content/load-article.ts';
import { loadContent } from '../content/load-content.ts';
import { plainHighlighter } from '../content/markdown/highlight.ts';
import { withoutHistory } from '../content/versions/text-archive.ts';
import { publication } from '../library/current-publication.ts';
import { withoutMemo } from '../library/part-cache.ts';

/**
 * One article as its file says it, a draft too.
 * @returns undefined with a sentence where there is none; `problems` are those of its file
 */
export async function readOneArticle(about: { contentDir: string; slug: string; now: number }) {
  const { contentDir, slug, now } = about;
  let loaded: LoadedArticle | undefined;
  const { problems } = await loadContent(
    { contentDir, now, includeDrafts: true, rules: publication.rules, publication },
    {
      async article(article) {
        if (article.slug === slug) loaded = article;
      },
    },
  );
  const own: Problem[] = problems.filter(({ file }) => file.endsWith(`/articles/${slug}.md`));
  return { loaded, problems: own, missing: `There is no readable article ${slug} in ${contentDir}/articles.\n` };
}

/** The same as the library would have it, without its history and with code in one colour. */
export function buildOneArticle(loaded: LoadedArticle, baseUrl: string): Promise<BuiltArticle> {
  const { name, language, citations } = publication;
  return buildArticle(loaded, {
    ...withoutHistory,
    highlighter: plainHighlighter,
    memo: withoutMemo,
    baseUrl,
    publication: name,
    language,
    citations,
  });
}
