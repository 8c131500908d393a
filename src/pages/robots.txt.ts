import type { APIRoute } from 'astro';
import { urls } from '../layouts/site.ts';
import { renderRobots } from '../protocols/feeds/robots.ts';
import { publication } from '../publication/publication.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => textResponse(renderRobots(publication, urls), 'text/plain');
