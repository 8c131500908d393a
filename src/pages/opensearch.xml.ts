import type { APIRoute } from 'astro';
import { documents } from '../contract/documents.ts';
import { urls } from '../layouts/site.ts';
import { renderOpenSearch } from '../protocols/feeds/opensearch.ts';
import { publication } from '../publication/publication.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => textResponse(renderOpenSearch(publication, urls), documents.openSearch.type);
