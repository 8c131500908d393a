import type { APIRoute } from 'astro';
import { serveGroupMarkdown } from '../../site/lists/group-formats.ts';

export const GET: APIRoute = ({ params, locals }) => serveGroupMarkdown('tags', params.tag, locals);
