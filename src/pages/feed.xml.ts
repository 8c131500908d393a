import type { APIRoute } from 'astro';
import { documents } from '../contract/document-urls.ts';
import { publication } from '../library/current-publication.ts';
import { renderAtom } from '../protocols/feeds/atom.ts';
import { feedSource } from '../site/lists/feed-source.ts';
import { textResponse } from '../site/text-response.ts';

/** Also at /feed.atom: each feed names its own URL. */
export const GET: APIRoute = ({ locals: { services }, url: { pathname: path } }) => {
  const { name: title, tagline: subtitle } = publication;
  return textResponse(renderAtom(feedSource(services), { title, subtitle, path, page: '/' }), documents.atom.type);
};
