import type { APIRoute } from 'astro';
import { serveGroupFeed } from '../../site/lists/group-formats.ts';

export const GET: APIRoute = ({ params, locals }) => serveGroupFeed('tags', params.tag, locals);
