import type { APIRoute } from 'astro';
import { urls } from '../../layouts/site.ts';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { readPage } from '../_data/library.ts';
import { markdownResponse } from '../_data/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => markdownResponse(renderPageMarkdown(readPage('auth'), { urls, pages: [] }));
