import { Article } from '../../src/contract/schemas-articles.ts';
import { askJson, bearer, client, newKey, slugsByTier } from '../support/client.ts';

/**
 * An article with more than one text in the history of the publication of the tests, with its oldest text and its
 * comparison with the present one.
 */
export async function findRevised(): Promise<{ slug: string; oldest: string; comparison: string }> {
  const { free, paid } = await slugsByTier();
  const credential = bearer(await newKey());
  for (const slug of [...free, ...paid]) {
    const { versions = [] } = await askJson(`/api/v1/articles/${slug}`, Article, credential);
    const [first, last] = [versions[0], versions.at(-1)];
    if (!first || !last || first === last) continue;
    const comparison = `/articles/${slug}/compare/${first.version}...${last.version}`;
    return { slug, oldest: new URL(first.url).pathname, comparison };
  }
  throw new Error('No article has an earlier text.');
}

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
    (await findRevised()).comparison,
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
