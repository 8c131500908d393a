import { client, slugsByTier } from '../support/client.ts';

/** One of each kind of page of the service's own content. */
export async function listPlaces(): Promise<string[]> {
  const { free, paid } = await slugsByTier();
  const { data } = await client.call('listArticles', { query: { per_page: 100 } });
  const tag = data.flatMap(({ tags = [] }) => tags)[0];
  return [
    '/',
    '/articles',
    '/articles?tier=paid',
    ...free.map((slug) => `/articles/${slug}`),
    ...paid.map((slug) => `/articles/${slug}`),
    ...['/developers', '/developers/errors', '/developers/mcp', '/developers/reference-articles'],
    ...['/pricing', '/agent/auth', '/why', '/about', '/contact', '/privacy', '/terms', '/glossary'],
    ...['/search', '/search?q=payment', '/search?q=xqzzy'],
    '/tags',
    `/tags/${tag}`,
    '/authors/review-systems',
    '/series/the-wall',
    '/nowhere-at-all',
  ];
}
