import type { APIRoute } from 'astro';
import { articlePdf } from '../../contract/addresses.ts';
import { openArticle } from '../../core/access/access.ts';
import { answerSoldFile, identifyAsker, unshared } from '../_data/sold-file.ts';

export const prerender = false;

/**
 * A paid article as PDF, for whoever may read it. Whoever may not is led to where it opens, whether there is a PDF or not.
 * Those of free articles are files and never come here.
 */
export const GET: APIRoute = async (context) => {
  const { slug = '' } = context.params;
  const path = articlePdf(slug);
  const caller = await identifyAsker(context, path);
  const opening = openArticle(context.locals.services, slug, { caller });
  if (opening.kind === 'opened') return answerSoldFile(context, { path, caller });
  const isNowhere = opening.kind === 'refused' && opening.reason === 'article_not_found';
  if (isNowhere) return new Response(null, { status: 404, headers: unshared });
  return new Response(null, { status: 303, headers: { ...unshared, location: `/articles/${slug}` } });
};
