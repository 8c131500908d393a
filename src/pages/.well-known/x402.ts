import type { APIRoute } from 'astro';
import { capMaxAge } from '../../protocols/max-age.ts';
import { createX402Document } from '../../protocols/x402/x402-discovery.ts';

/** On demand: the offer changes when a scheduled article is released. */
export const GET: APIRoute = ({ locals }) => {
  const { services } = locals;
  const cacheControl = capMaxAge(services, 'public, max-age=60');
  const headers = { 'cache-control': cacheControl, 'access-control-allow-origin': '*' };
  return Response.json(createX402Document(services), { headers });
};
