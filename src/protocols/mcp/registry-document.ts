import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { describeIcons, describeServer, type ServerName } from './describe.ts';

/**
 * `server.json`: the entry of a tool server in the MCP Registry. Its owner downloads it and publishes it with
 * `mcp-publisher` (docs/publishing.md).
 */
export function buildRegistryDocument(urls: Urls, publication: Publication, which: ServerName) {
  const { name, title, version, description, endpoint } = describeServer(which, urls, publication);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl: urls.home,
    icons: describeIcons(urls),
    remotes: [{ type: 'streamable-http', url: endpoint }],
  };
}
