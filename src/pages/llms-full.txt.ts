import type { APIRoute } from 'astro';
import { renderLlmsFull } from '../protocols/feeds/llms-full.ts';
import { feedSource } from './_data/feed-source.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderLlmsFull(feedSource(services), services.library.pages), 'text/plain');
