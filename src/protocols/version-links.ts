import type { GrantedAccess } from '../core/access/access.ts';
import type { Services } from '../core/services.ts';

/** RFC 5829: where the newest text of an article and the one before this are; RFC 8574: what to cite. @returns a Link field */
export function versionLinks(
  { article, version }: Pick<GrantedAccess, 'article' | 'version'>,
  { versions, urls }: Pick<Services, 'versions' | 'urls'>,
): string {
  const texts = versions.list(article);
  const before = texts[texts.findIndex(({ name }) => name === version.name) - 1];
  const link = (name: string, rel: string) => `<${urls.version(article.slug, name)}>; rel="${rel}"`;
  return [
    link(version.name, 'cite-as'),
    link(texts.at(-1)?.name ?? version.name, 'latest-version'),
    ...(before ? [link(before.name, 'predecessor-version')] : []),
  ].join(', ');
}
