import type { APIRoute } from 'astro';
import { stringify } from 'yaml';
import { withoutMemo } from '../library/part-cache.ts';
import { readDocument } from '../site/document-routes.ts';

export const prerender = true;
// YAML takes ten times as long to write as JSON.
export const GET: APIRoute = async ({ locals: { memo = withoutMemo } }) => {
  const json = readDocument('/openapi.json');
  return new Response(await memo.value(['yaml', json], () => stringify(JSON.parse(json), { lineWidth: 0 })));
};
