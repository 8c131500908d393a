import type { APIRoute } from 'astro';
import { urls } from '../../layouts/site.ts';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { readPage } from '../_data/library.ts';

export const prerender = true;

export const GET: APIRoute = () =>
  new Response(renderPageMarkdown(readPage('auth'), { urls, pages: [] }), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
