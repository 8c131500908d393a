import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { describeIcons, describeServer, type ServerName } from './describe.ts';
import { describeCapabilities, describeImplementation } from './mcp-server.ts';
import { allVersions, protocolVersions } from './mcp-versions.ts';
import { listTool } from './tool.ts';

const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/**
 * One document for two readers: the members of SEP-2127's card (closed to none), and beside them those of the older
 * card (SEP-1649: serverInfo, transport, tools ...) that the path in specification section 1 was named for.
 */
export function buildServerCard(urls: Urls, publication: Publication, which: ServerName = 'product') {
  const about = describeServer(which, urls, publication);
  const { name, title, version, description, endpoint } = about;
  const isOpenToAll = which === 'docs';
  return {
    $schema: schema,
    name,
    title,
    version,
    description,
    websiteUrl: urls.home,
    icons: describeIcons(urls),
    remotes: [
      {
        type: 'streamable-http',
        url: endpoint,
        supportedProtocolVersions: allVersions,
        ...(isOpenToAll ? {} : { headers: [authorizationHeader(urls)] }),
      },
    ],
    protocolVersion: protocolVersions[0],
    serverInfo: describeImplementation(about, urls),
    endpoint,
    serverUrl: endpoint,
    transport: { type: 'streamable-http', endpoint },
    documentationUrl: urls.developers,
    capabilities: describeCapabilities(about),
    authentication: isOpenToAll
      ? { required: false, schemes: [] }
      : { required: false, schemes: ['bearer', 'oauth2'], resourceMetadata: urls.protectedResourceMetadata },
    instructions: about.instructions,
    tools: about.tools.map(listTool),
    resources: ['dynamic'],
    resourceTemplates: about.templates,
    prompts: about.prompts,
  };
}

function authorizationHeader(urls: Urls) {
  return {
    name: 'Authorization',
    description: `Bearer <key>. Only paid articles need one; a demo key is free at ${urls.subscribe('live')}.`,
    isRequired: false,
    isSecret: true,
  };
}
