import type { APIRoute } from 'astro';
import { documents } from '../contract/document-urls.ts';
import { renderRslLicense } from '../protocols/discovery/rsl-license.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

/** Rendered on demand, because the paid content changes when a scheduled article is released. */
export const GET: APIRoute = ({ locals: { services } }) =>
  textResponse(renderRslLicense({ ...feedSource(services), tiers: services.library.tiers }), documents.license.type);
