import type { APIRoute } from 'astro';
import { renderLlmsTxt } from '../protocols/feeds/llms-txt.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderLlmsTxt(feedSource(services), services.library.pages), 'text/plain');
