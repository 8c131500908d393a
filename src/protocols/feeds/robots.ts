import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';

/** Crawlers of language models, as their operators name them: for search, for a person who asks, for training. */
const namedCrawlers = [
  ...['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-SearchBot', 'Claude-User'],
  ...['Google-Extended', 'Applebot-Extended', 'PerplexityBot', 'Perplexity-User', 'MistralAI-User'],
  ...['Amazonbot', 'Meta-ExternalAgent', 'DuckAssistBot', 'CCBot'],
];

// A crawler obeys only the group that names it, so all crawlers are in one group (RFC 9309 section 2.2.1) and nothing
// is repeated. Named crawlers are explicitly allowed; any other has the same rules. The longest matching rule decides
// (section 2.2.2), but Python's own urllib.robotparser takes the first match: disallowed paths come first, and both
// read the same.
/**
 * robots.txt (RFC 9309) with Content-Signal. Nobody is refused; pages made for one reader's key are not for crawlers.
 */
export function renderRobots(publication: Publication, urls: Urls): string {
  const { search, aiInput, aiTrain } = publication.contentSignals;
  const say = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  return `User-agent: *
${namedCrawlers.map((name) => `User-agent: ${name}`).join('\n')}
Content-Signal: search=${say(search)}, ai-input=${say(aiInput)}, ai-train=${say(aiTrain)}
Disallow: /read/
Disallow: /unlock
Disallow: /sign-out
Allow: /

Sitemap: ${urls.at('/sitemap.xml')}
`;
}
