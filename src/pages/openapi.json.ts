import type { APIRoute } from 'astro';
import { readDocument } from './_data/documents.ts';

export const prerender = true;
export const GET: APIRoute = () => new Response(readDocument('/openapi.json'));
