import type { APIRoute } from 'astro';
import { publication } from '../../site.config.ts';
import { urls } from '../layouts/site.ts';
import { renderOpenSearch } from '../protocols/feeds/opensearch.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderOpenSearch(publication, urls), {
    headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' },
  });
