import type { articleFormats } from './paths.ts';

/**
 * The documents of the site that several modules name, with their paths and media types. Links to a document and its
 * responses both use this table, so they cannot disagree.
 */
export const documents = {
  openapi: { path: '/openapi.json', type: 'application/json' },
  openapiYaml: { path: '/openapi.yaml', type: 'application/yaml' },
  developers: { path: '/developers', type: 'text/html' },
  developersMarkdown: { path: '/developers.md', type: 'text/markdown' },
  llms: { path: '/llms.txt', type: 'text/plain' },
  llmsFull: { path: '/llms-full.txt', type: 'text/plain' },
  agents: { path: '/AGENTS.md', type: 'text/markdown' },
  sitemap: { path: '/sitemap.xml', type: 'application/xml' },
  sitemapMarkdown: { path: '/sitemap.md', type: 'text/markdown' },
  license: { path: '/license.xml', type: 'application/rsl+xml' },
  croissant: { path: '/corpus.croissant.json', type: 'application/ld+json' },
  atom: { path: '/feed.xml', type: 'application/atom+xml' },
  changelog: { path: '/developers/changelog.xml', type: 'application/atom+xml' },
  rss: { path: '/rss.xml', type: 'application/rss+xml' },
  jsonFeed: { path: '/feed.json', type: 'application/feed+json' },
  openSearch: { path: '/opensearch.xml', type: 'application/opensearchdescription+xml' },
  apiCatalog: { path: '/.well-known/api-catalog', type: 'application/linkset+json' },
  aiCatalog: { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json' },
  productCard: { path: '/mcp/server-card', type: 'application/mcp-server-card+json' },
  docsCard: { path: '/mcp/docs/server-card', type: 'application/mcp-server-card+json' },
  connectorCard: { path: '/mcp/connector/server-card', type: 'application/mcp-server-card+json' },
} as const satisfies Record<string, { path: string; type: string }>;

/** Media type of a table of comma-separated values (RFC 4180): of charts, of artifacts and of the owner's report. */
export const csvType = 'text/csv; charset=utf-8';

/** Media type of each format of an article (`articleFormats`), by extension. */
export const formatMediaTypes = {
  '.md': 'text/markdown',
  '.bib': 'application/x-bibtex',
  '.ris': 'application/x-research-info-systems',
  '.csl.json': 'application/vnd.citationstyles.csl+json',
  '.linkset.json': 'application/linkset+json',
} as const satisfies Record<(typeof articleFormats)[number], string>;
