import type { APIRoute } from 'astro';
import { readDocument } from '../site/document-routes.ts';

export const prerender = true;
export const GET: APIRoute = () => new Response(readDocument('/corpus.croissant.json'));
