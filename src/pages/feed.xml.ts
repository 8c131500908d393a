import type { APIRoute } from 'astro';
import { documents } from '../contract/documents.ts';
import { renderAtom } from '../protocols/feeds/atom.ts';
import { publication } from '../publication/publication.ts';
import { feedSource } from './_data/feed-source.ts';
import { textResponse } from './_data/text-response.ts';

export const prerender = false;

/** Also at /feed.atom: each says its own address. */
export const GET: APIRoute = ({ locals: { services }, url: { pathname: path } }) => {
  const { name: title, tagline: subtitle } = publication;
  return textResponse(renderAtom(feedSource(services), { title, subtitle, path, page: '/' }), documents.atom.type);
};
