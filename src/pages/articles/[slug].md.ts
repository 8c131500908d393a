import type { APIRoute, GetStaticPaths } from 'astro';
import type { PublicArticle } from '../../content/library.ts';
import { urls } from '../../layouts/site.ts';
import { renderArticleMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { articlePaths } from '../_data/article-paths.ts';

export const prerender = true;

export const getStaticPaths = articlePaths satisfies GetStaticPaths;

export const GET: APIRoute<{ article: PublicArticle }> = ({ props }) =>
  new Response(renderArticleMarkdown(props.article, urls), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
