import type { APIRoute } from 'astro';
import { publication } from '../library/current-publication.ts';
import { renderAgentsMd } from '../protocols/discovery/agents-md.ts';
import { urls } from '../site/page-context.ts';
import { markdownResponse } from '../site/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => markdownResponse(renderAgentsMd(publication, urls));
