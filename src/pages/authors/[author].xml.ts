import type { APIRoute } from 'astro';
import { renderAtom } from '../../protocols/feeds/atom.ts';
import { publication } from '../../publication/publication.ts';
import { feedSource } from '../_data/feed-source.ts';
import { channelOf, findGroup } from '../_data/groups.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals }) => {
  const source = feedSource(locals.services);
  const group = findGroup('authors', params.author ?? '', source.articles);
  if (!group) return locals.notFound();
  const articles = source.articles.filter((article) => group.articles.includes(article));
  return new Response(renderAtom({ ...source, articles }, channelOf(group, publication)), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
};
