import type { APIRoute } from 'astro';
import { createX402Document } from '../../protocols/x402/x402-discovery.ts';

/** On demand: the offer changes when a scheduled article is released. */
export const GET: APIRoute = ({ locals }) => Response.json(createX402Document(locals.services));
