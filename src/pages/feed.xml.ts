import type { APIRoute } from 'astro';
import { renderAtom } from '../protocols/feeds/atom.ts';
import { feedSource } from './_data/feed-source.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals: { services } }) =>
  new Response(renderAtom(feedSource(services)), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
