import { documents } from '../../contract/document-urls.ts';
import type { Urls } from '../../contract/urls.ts';

/** `/.well-known/api-catalog`: where the API is described (RFC 9727, a linkset of RFC 9264). */
export function buildApiCatalog(urls: Urls) {
  const to = ({ path, type }: { path: string; type: string }) => ({ href: urls.at(path), type });
  const documentation = [to(documents.developersMarkdown), to(documents.developers)];
  return {
    linkset: [
      {
        anchor: urls.api('live'),
        'service-desc': [to(documents.openapi), to(documents.openapiYaml)],
        'service-doc': documentation,
        'version-history': [to(documents.changelog)],
        status: [{ href: urls.at('/readyz'), type: 'application/json' }],
        'service-meta': [{ href: urls.protectedResourceMetadata, type: 'application/json' }],
      },
      { anchor: urls.at('/ask'), 'service-doc': documentation },
      {
        anchor: urls.mcp,
        'service-desc': [to(documents.productCard)],
      },
      {
        anchor: urls.mcpDocs,
        'service-desc': [to(documents.docsCard)],
      },
      {
        anchor: urls.mcpConnector,
        'service-desc': [to(documents.connectorCard)],
      },
    ],
  };
}
