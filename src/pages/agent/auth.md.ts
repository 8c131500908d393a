import type { APIRoute } from 'astro';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-pages.ts';
import { readPage } from '../../site/library-access.ts';
import { urls } from '../../site/page-context.ts';
import { markdownResponse } from '../../site/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => markdownResponse(renderPageMarkdown(readPage('auth'), { urls, pages: [] }));
