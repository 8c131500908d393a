import type { APIRoute } from 'astro';
import { identifyFileCaller, servePaidFile } from '../../site/paid-file.ts';

/**
 * A script or data file of a paid article, for readers with access. Those of free articles are files and never come
 * here.
 */
export const GET: APIRoute = async (context) => {
  const path = `/artifacts/${context.params.artifact}`;
  const caller = await identifyFileCaller(context, path);
  return servePaidFile(context, { path, caller, headers: { 'content-disposition': 'attachment' } });
};
