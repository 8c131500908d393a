import type { APIRoute } from 'astro';
import { renderLlmsFull } from '../protocols/feeds/llms-full.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderLlmsFull(feedSource(services), services.library.pages), 'text/plain');
