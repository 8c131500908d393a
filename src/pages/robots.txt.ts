import type { APIRoute } from 'astro';
import { publication } from '../library/current-publication.ts';
import { renderRobots } from '../protocols/feeds/robots.ts';
import { urls } from '../site/page-context.ts';
import { textResponse } from '../site/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => textResponse(renderRobots(publication, urls), 'text/plain');
