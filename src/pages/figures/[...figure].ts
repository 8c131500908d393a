import type { APIRoute } from 'astro';
import { identifyFileCaller, servePaidFile } from '../../site/paid-file.ts';

/** A picture of a paid part, for readers with access. Public pictures are files and never come here. */
export const GET: APIRoute = async (context) => {
  const path = `/figures/${context.params.figure}`;
  return servePaidFile(context, { path, caller: await identifyFileCaller(context, path) });
};
