import type { Urls } from '../core/urls.ts';

/**
 * Slug and section that a model means by what it has at hand: a slug, or the URL of an article on any surface, with or without a
 * fragment. Anything else comes back as the slug, which no article has.
 */
export function readArticleUrl(urls: Urls, text: string): { slug: string; section?: string } {
  const url = URL.parse(text.trim(), urls.at('/articles/'));
  if (url?.origin !== new URL(urls.base).origin) return { slug: text };
  const slug = /\/(?:articles|read)\/([^/.]+)/.exec(url.pathname)?.[1];
  if (slug === undefined) return { slug: text };
  const section = url.searchParams.get('section') ?? readFragment(url.hash);
  return section ? { slug, section } : { slug };
}

/** `#caf%C3%A9` is `café`; a broken escape stays as it is. */
function readFragment(hash: string): string | null {
  return new URLSearchParams(`id=${hash.slice(1).replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('id');
}
