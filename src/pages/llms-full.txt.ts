import type { APIRoute } from 'astro';
import { renderLlmsFull } from '../protocols/feeds/llms-full.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderLlmsFull(feedSource(services), services.library.pages), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
