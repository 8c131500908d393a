import type { Urls } from '../contract/urls.ts';

export interface NamedText {
  slug: string;
  /** Absent for the present text. */
  version?: string;
  section?: string;
}

/**
 * Reads a slug, or the URL of an article on any surface and at the present or a former base URL, with or without a
 * version and a fragment. A model passes what it has at hand. Anything else comes back as the slug, which no article
 * has.
 */
export function readArticleUrl(urls: Urls, text: string): NamedText {
  const url = URL.parse(text.trim(), urls.at('/articles/'));
  if (!url || !urls.origins.includes(url.origin)) return { slug: text };
  const [, slug, inPath] = /\/(?:articles|read)\/([^/.]+)(?:\/versions\/([^/]+))?/.exec(url.pathname) ?? [];
  if (slug === undefined) return { slug: text };
  const version = url.searchParams.get('version') ?? inPath?.replace(/\.md$/, '');
  const section = url.searchParams.get('section') ?? readFragment(url.hash);
  return { slug, ...(version && { version }), ...(section && { section }) };
}

/** `#caf%C3%A9` is `café`, a text fragment is left out; a broken escape stays as it is. */
function readFragment(hash: string): string | null {
  const [id = ''] = hash.slice(1).split(':~:');
  return new URLSearchParams(`id=${id.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('id');
}
