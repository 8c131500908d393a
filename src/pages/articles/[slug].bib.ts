import type { APIRoute, GetStaticPaths } from 'astro';
import type { PublicArticle } from '../../content/library.ts';
import { articlePaths } from '../_data/article-paths.ts';

export const prerender = true;

export const getStaticPaths = articlePaths satisfies GetStaticPaths;

export const GET: APIRoute<{ article: PublicArticle }> = ({ props }) =>
  new Response(`${props.article.citation.bibtex.trim()}\n`, {
    headers: { 'content-type': 'application/x-bibtex; charset=utf-8' },
  });
