import type { APIRoute } from 'astro';
import { answerGroupFeed } from '../../site/lists/group-formats.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => answerGroupFeed('tags', params.tag, locals);
