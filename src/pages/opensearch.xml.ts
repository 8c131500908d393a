import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderOpenSearch } from '../protocols/feeds/opensearch.ts';
import { publication } from '../publication/publication.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderOpenSearch(publication, urls), {
    headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' },
  });
