import type { Publication } from '../../core/publication.ts';
import type { Urls } from '../../core/urls.ts';

/** `/.well-known/ai-catalog.json`: the tool servers and the skill of this site, for agents that know only its name (ARD 1.0). */
export function buildAiCatalog(urls: Urls, publication: Publication) {
  const host = new URL(urls.base).hostname;
  const entry = (kind: string, name: string) => `urn:air:${host}:${kind}:${name}`;
  return {
    specVersion: '1.0',
    host: { displayName: publication.name, identifier: host },
    entries: [
      {
        identifier: entry('mcp', 'articles'),
        displayName: `${publication.name} articles`,
        type: 'application/mcp-server-card+json',
        url: urls.at('/mcp/server-card'),
        description: 'Search and read research articles; paid ones with a key, a token or an x402 payment.',
        tags: ['research', 'articles', 'search'],
        representativeQueries: [
          'Find research on idempotency for agents',
          'Read the article about HTTP 402',
          'What does a paid article cost?',
        ],
      },
      {
        identifier: entry('mcp', 'docs'),
        displayName: `${publication.name} documentation`,
        type: 'application/mcp-server-card+json',
        url: urls.at('/mcp/docs/server-card'),
        description: 'Search and read the documentation of the article API.',
        tags: ['documentation', 'api'],
        representativeQueries: ['How do I get a demo key?', 'What does the error idempotency_key_reused mean?'],
      },
    ],
  };
}
