import type { APIRoute } from 'astro';
import { renderAtom } from '../protocols/feeds/atom.ts';
import { publication } from '../publication/publication.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

/** Also at /feed.atom: each says its own address. */
export const GET: APIRoute = ({ locals: { services }, url: { pathname: path } }) => {
  const { name: title, tagline: subtitle } = publication;
  return new Response(renderAtom(feedSource(services), { title, subtitle, path, page: '/' }), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
};
