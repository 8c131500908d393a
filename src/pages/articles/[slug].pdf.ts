import type { APIRoute } from 'astro';
import { articlePdf } from '../../contract/urls.ts';
import { openByCredential } from '../../core/access/access.ts';
import { identifyFileCaller, privateHeaders, servePaidFile } from '../../site/paid-file.ts';

/**
 * The PDF of a paid article, for readers with access. All others are redirected to the article, whether or not it has a
 * PDF. PDFs of free articles are files and never come here.
 */
export const GET: APIRoute = async (context) => {
  const { slug = '' } = context.params;
  const path = articlePdf(slug);
  const caller = await identifyFileCaller(context, path);
  const response = await servePaidFile(context, { path, caller });
  if (response.status !== 404) return response;
  const decision = openByCredential(context.locals.services, slug, { caller });
  const isWalled =
    decision.kind !== 'opened' && !(decision.kind === 'refused' && decision.reason === 'article_not_found');
  return isWalled
    ? new Response(null, { status: 303, headers: { ...privateHeaders, location: `/articles/${slug}` } })
    : response;
};
