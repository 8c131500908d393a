import type { APIRoute } from 'astro';
import { createX402Document } from '../../protocols/x402/discovery.ts';

export const prerender = false;
export const GET: APIRoute = ({ locals }) => Response.json(createX402Document(locals.services));
