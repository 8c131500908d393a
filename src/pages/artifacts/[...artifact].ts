import type { APIRoute } from 'astro';
import { answerSoldFile, identifyAsker } from '../_data/sold-file.ts';

export const prerender = false;

/** A script or data of a paid article, for whoever may read it. Those of free articles are files and never come here. */
export const GET: APIRoute = async (context) => {
  const path = `/artifacts/${context.params.artifact}`;
  const caller = await identifyAsker(context, path);
  return answerSoldFile(context, { path, caller, headers: { 'content-disposition': 'attachment' } });
};
