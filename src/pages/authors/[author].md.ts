import type { APIRoute } from 'astro';
import { answerGroupMarkdown } from '../../site/lists/group-formats.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => answerGroupMarkdown('authors', params.author, locals);
