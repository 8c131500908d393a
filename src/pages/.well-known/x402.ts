import type { APIRoute } from 'astro';
import { createX402Document } from '../../protocols/x402/discovery.ts';

export const prerender = false;

/** On demand: what is for sale changes when a scheduled article comes out. */
export const GET: APIRoute = ({ locals }) => {
  const headers = { 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' };
  return Response.json(createX402Document(locals.services), { headers });
};
