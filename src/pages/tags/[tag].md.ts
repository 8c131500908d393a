import type { APIRoute } from 'astro';
import { renderListMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { feedSource } from '../_data/feed-source.ts';
import { findGroup } from '../_data/groups.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => {
  const source = feedSource(locals.services);
  const group = findGroup('tags', params.tag ?? '', source.articles);
  if (!group) return locals.notFound();
  return new Response(renderListMarkdown({ ...source, articles: group.articles }, { ...group, lead: '' }), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
};
