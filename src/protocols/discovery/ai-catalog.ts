import { documents } from '../../contract/document-urls.ts';
import { apiTitle } from '../../contract/operation.ts';
import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { skillName } from '../agent-skill.ts';

/**
 * `/.well-known/ai-catalog.json`: the tool servers and the skill of this site, for agents that know only its name (ARD
 * 1.0).
 */
export function buildAiCatalog(urls: Urls, publication: Publication) {
  const host = new URL(urls.base).hostname;
  const entry = (kind: string, name: string) => `urn:air:${host}:${kind}:${name}`;
  const site = { displayName: publication.name, identifier: host };
  const api = apiTitle(publication);
  const representativeQueries = ['List the newest research articles', 'Get a key and read a paid article'];
  return {
    specVersion: '1.0',
    host: site,
    entries: [
      {
        identifier: entry('api', 'articles'),
        displayName: api,
        // OpenAPI documents have no entry type, so this one has a catalog of its own, as the format models hierarchies.
        type: 'application/ai-catalog+json',
        data: {
          specVersion: '1.0',
          host: site,
          entries: [
            describeApi(urls, { identifier: entry('api', 'openapi'), displayName: api, representativeQueries }),
          ],
        },
        description: 'The API for research articles, described by OpenAPI 3.1.',
        tags: ['api', 'openapi', 'research', 'articles'],
        representativeQueries,
      },
      {
        identifier: entry('skill', skillName),
        displayName: `Read research articles of ${publication.name}`,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: urls.at(`/.well-known/agent-skills/${skillName}/SKILL.md`),
        description: 'A skill in one page: find, read, buy and cite research articles.',
        tags: ['skill', 'research', 'citations'],
        representativeQueries: ['Find and cite research for this answer', 'Read a paid article with a demo key'],
      },
      ...describeToolServers(urls, publication, entry),
    ],
  };
}

function describeApi(urls: Urls, about: { identifier: string; displayName: string; representativeQueries: string[] }) {
  const { identifier, displayName, representativeQueries } = about;
  return {
    identifier,
    displayName,
    type: documents.openapi.type,
    url: urls.at(documents.openapi.path),
    description: 'OpenAPI 3.1: list, read, buy and follow research articles, ask questions, get a demo key.',
    tags: ['api', 'openapi', 'research', 'articles'],
    representativeQueries,
  };
}

function describeToolServers(urls: Urls, publication: Publication, entry: (kind: string, name: string) => string) {
  return [
    {
      identifier: entry('mcp', 'articles'),
      displayName: `${publication.name} articles`,
      type: 'application/mcp-server-card+json',
      url: urls.at(documents.productCard.path),
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
      url: urls.at(documents.docsCard.path),
      description: 'Search and read the documentation of the article API.',
      tags: ['documentation', 'api'],
      representativeQueries: ['How do I get a demo key?', 'What does the error idempotency_key_reused mean?'],
    },
    {
      identifier: entry('mcp', 'connector'),
      displayName: `${publication.name} for chat clients`,
      type: 'application/mcp-server-card+json',
      url: urls.at(documents.connectorCard.path),
      description: 'The tools search, fetch and verify_quote, for chat clients that look for these names.',
      tags: ['research', 'articles', 'chat'],
      representativeQueries: ['Answer from these articles with citations', 'Is this quote really in the article?'],
    },
  ];
}
