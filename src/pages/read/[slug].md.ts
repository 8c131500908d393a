import type { APIRoute } from 'astro';
import { renderArticleMarkdown } from '../../protocols/feeds/markdown-pages.ts';
import { openForReader, readerHeaders } from '../../site/reader-access.ts';
import { markdownResponse } from '../../site/text-response.ts';

/** The Markdown that the page menu copies for a reader with access. All others are redirected to the public preview. */
export const GET: APIRoute = async ({ params, locals, cookies, url }) => {
  const { services } = locals;
  const article = services.catalogue.find(params.slug ?? '');
  if (!article) return locals.notFound();
  const paidBody =
    article.tier === 'paid' ? await openForReader(article, { services, cookies, path: url.pathname }) : undefined;
  if (!paidBody) {
    const location = `/articles/${article.slug}.md`;
    return new Response(null, { status: 303, headers: { ...readerHeaders, location } });
  }
  return markdownResponse(renderArticleMarkdown(article, services.urls, { paidBody }), readerHeaders);
};
