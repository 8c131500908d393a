import type { APIRoute } from 'astro';
import { answerGroupFeed } from '../_data/group-forms.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => answerGroupFeed('series', params.series, locals);
