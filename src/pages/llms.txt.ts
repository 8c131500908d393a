import type { APIRoute } from 'astro';
import { renderLlmsTxt } from '../protocols/feeds/llms-txt.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderLlmsTxt(feedSource(services), services.library.pages), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
