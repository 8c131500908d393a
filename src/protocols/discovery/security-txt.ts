import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';

const monthsAhead = 7;

/**
 * `/.well-known/security.txt` (RFC 9116). It expires with a month, at least half a year after the build: builds of one
 * month are the same to the byte.
 * @param now epoch milliseconds of the build
 */
export function buildSecurityTxt(urls: Urls, publication: Publication, now: number): string {
  const built = new Date(now);
  const expires = Date.UTC(built.getUTCFullYear(), built.getUTCMonth() + monthsAhead);
  return [
    `Contact: mailto:${publication.publisher.email}`,
    `Expires: ${new Date(expires).toISOString()}`,
    `Preferred-Languages: ${publication.language}`,
    `Canonical: ${urls.at('/.well-known/security.txt')}`,
    '',
  ].join('\n');
}
