import type { APIRoute } from 'astro';
import { renderVersionMarkdown } from '../../../../protocols/feeds/version-diff.ts';
import { markdownResponse } from '../../../../site/text-response.ts';

export const prerender = false;

/** The comparison of an earlier version as markdown. */
export const GET: APIRoute = ({ params, locals }) => {
  const { catalogue, urls } = locals.services;
  const article = catalogue.find(params.slug ?? '');
  const shown = article?.versions.find(({ version }) => version === params.version);
  if (!article || !shown?.changes) return locals.notFound();
  return markdownResponse(renderVersionMarkdown(article, { ...shown, changes: shown.changes }, urls));
};
