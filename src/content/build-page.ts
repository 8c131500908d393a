import type { Page, WithSections } from '../library/library.ts';
import { type BuildContext, buildOutline, renderPart } from './build-article.ts';
import type { LoadedPage } from './load-page.ts';
import { toPublicMarkdown } from './render/published-markdown.ts';

/** One page of the library; a page without a place of its own comes after all others. */
export function buildPage({ name, language, meta, document }: LoadedPage, context: BuildContext): WithSections<Page> {
  const { body, sections, wordsBySection } = renderPart(document.tokens, {
    document,
    context,
    publish: toPublicMarkdown,
  });
  return {
    name,
    language,
    title: meta.title,
    description: meta.description,
    updated: meta.updated ?? null,
    order: meta.order ?? 1000,
    body,
    outline: buildOutline(document, { wordsBySection, isPaid: false }),
    sections,
  };
}
