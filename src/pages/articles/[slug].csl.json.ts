import type { APIRoute, GetStaticPaths } from 'astro';
import type { PublicArticle } from '../../content/library.ts';
import { articlePaths } from '../_data/article-paths.ts';

export const prerender = true;

export const getStaticPaths = articlePaths satisfies GetStaticPaths;

export const GET: APIRoute<{ article: PublicArticle }> = ({ props }) =>
  new Response(`${JSON.stringify([props.article.citation.csl], null, 2)}\n`, {
    headers: { 'content-type': 'application/vnd.citationstyles.csl+json' },
  });
