import type { Publication } from '../../core/publication.ts';
import type { Urls } from '../../core/urls.ts';

const lifetimeMs = 180 * 24 * 60 * 60 * 1000;

/** `/.well-known/security.txt` (RFC 9116). @param now epoch milliseconds of the build; it expires 180 days later */
export function buildSecurityTxt(urls: Urls, publication: Publication, now: number): string {
  return [
    `Contact: mailto:${publication.publisher.email}`,
    `Expires: ${new Date(now + lifetimeMs).toISOString()}`,
    `Preferred-Languages: ${publication.language}`,
    `Canonical: ${urls.at('/.well-known/security.txt')}`,
    '',
  ].join('\n');
}
