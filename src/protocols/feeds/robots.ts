import type { Publication } from '../../core/publication.ts';
import type { Urls } from '../../core/urls.ts';

// A named group replaces `*` for its crawler, so there is one group only: nobody is refused, and nothing has to be repeated.
/** robots.txt (RFC 9309) with Content-Signal. Pages made for one reader's key are not for crawlers. */
export function renderRobots(publication: Publication, urls: Urls): string {
  const { search, aiInput, aiTrain } = publication.contentSignals;
  const say = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  return `User-agent: *
Content-Signal: search=${say(search)}, ai-input=${say(aiInput)}, ai-train=${say(aiTrain)}
Allow: /
Disallow: /read/
Disallow: /unlock
Disallow: /sign-out

Sitemap: ${urls.at('/sitemap.xml')}
`;
}
