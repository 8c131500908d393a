import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderAgentsMd } from '../protocols/discovery/agents-md.ts';
import { publication } from '../publication/publication.ts';
import { markdownResponse } from './_data/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => markdownResponse(renderAgentsMd(publication, urls));
