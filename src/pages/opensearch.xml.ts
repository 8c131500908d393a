import type { APIRoute } from 'astro';
import { documents } from '../contract/document-urls.ts';
import { publication } from '../library/current-publication.ts';
import { renderOpenSearch } from '../protocols/feeds/opensearch.ts';
import { urls } from '../site/page-context.ts';
import { textResponse } from '../site/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => textResponse(renderOpenSearch(publication, urls), documents.openSearch.type);
