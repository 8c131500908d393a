import { type ArticleBody, cutSpan, type PublicArticle } from '../../library/library.ts';

/** One section with its subsections, as it is in the Markdown of its article. */
export interface SectionText {
  /** Anchor in the page. */
  id: string;
  title: string;
  markdown: string;
  /** `sha256:<hex>` of that markdown. */
  digest: string;
}

/** @returns undefined when `body` does not contain all of the section */
export function cutSection(
  article: Pick<PublicArticle, 'outline'>,
  body: ArticleBody,
  id: string,
): SectionText | undefined {
  const span = body.spans.find((span) => span.id === id);
  if (!span) return undefined;
  const title = article.outline.find((heading) => heading.id === span.id)?.title ?? span.id;
  return { id: span.id, title, markdown: cutSpan(body.markdown, span), digest: span.digest };
}
