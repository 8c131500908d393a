import type { APIRoute } from 'astro';
import { answerGroupMarkdown } from '../_data/group-forms.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => answerGroupMarkdown('series', params.series, locals);
