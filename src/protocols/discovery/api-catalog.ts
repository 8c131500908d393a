import type { Urls } from '../../core/urls.ts';

/** `/.well-known/api-catalog`: where the API is described (RFC 9727, a linkset of RFC 9264). */
export function buildApiCatalog(urls: Urls) {
  const documentation = [
    { href: urls.developers, type: 'text/markdown' },
    { href: urls.at('/developers'), type: 'text/html' },
  ];
  return {
    linkset: [
      {
        anchor: urls.api('live'),
        'service-desc': [{ href: urls.at('/openapi.json'), type: 'application/json' }],
        'service-doc': documentation,
        status: [{ href: urls.at('/readyz'), type: 'application/json' }],
        'service-meta': [{ href: urls.protectedResourceMetadata, type: 'application/json' }],
      },
      { anchor: urls.at('/ask'), 'service-doc': documentation },
      {
        anchor: urls.mcp,
        'service-desc': [{ href: urls.at('/mcp/server-card'), type: 'application/mcp-server-card+json' }],
      },
      {
        anchor: urls.mcpDocs,
        'service-desc': [{ href: urls.at('/mcp/docs/server-card'), type: 'application/mcp-server-card+json' }],
      },
    ],
  };
}
