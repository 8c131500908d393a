import type { Services } from '../../core/services.ts';
import { encodeJson } from '../json.ts';
import { createReleaseCache } from '../release-cache.ts';
import { describeIcons } from './describe.ts';
import type { McpServer } from './endpoint.ts';
import type { McpMethod, ServerFeatures } from './feature-types.ts';
import { negotiateVersion, statelessVersions } from './mcp-versions.ts';
import { createMethods } from './methods.ts';
import type { Sessions } from './sessions.ts';
import { skillsExtension } from './skill-methods.ts';
import { createStatelessEndpoint } from './stateless-endpoint.ts';
import { createListen } from './subscriptions.ts';

/** Cached results of one server. */
const maxCacheBytes = 6 * 1024 * 1024;

/**
 * One server for every revision: one table of methods behind both ways in.
 * @param parts.sessions those of the revisions with a handshake; a server whose resources never change has none
 */
export function openServerFeatures(parts: {
  surface: ServerFeatures;
  services: Services;
  sessions?: Sessions;
}): McpServer {
  const { surface, services, sessions } = parts;
  const { about, resources } = surface;
  const { name, title, version, instructions } = about;
  const methods = createMethods(surface, createReleaseCache(services.catalogue, maxCacheBytes));
  const capabilities = describeCapabilities(about);
  const handleStateless = createStatelessEndpoint({
    services,
    server: {
      methods,
      discovery: {
        supportedVersions: statelessVersions,
        capabilities,
        instructions,
      },
      serverInfo: { name, title, version },
      listen: createListen(services, resources),
    },
  });
  const serverInfo = describeImplementation(about, services.urls);
  const handshake = createHandshake({ capabilities, serverInfo, instructions });
  return {
    methods: new Map([...methods, ...handshake, ...(sessions?.methods ?? [])]),
    handleStateless,
    ...(sessions && { sessions }),
  };
}

/**
 * `initialize` and `ping` of the revisions with a handshake.
 * @param description result of `initialize` but for the version
 */
function createHandshake(description: Record<string, unknown>): readonly (readonly [string, McpMethod])[] {
  const pong = { object: encodeJson({}) };
  return [
    [
      'initialize',
      async (params) => ({ object: encodeJson({ protocolVersion: negotiateVersion(params), ...description }) }),
    ],
    ['ping', async () => pong],
  ];
}

/** `serverInfo` of initialize (MCP 2025-11-25, Implementation). */
export function describeImplementation(
  { name, title, version, description }: ServerFeatures['about'],
  urls: Services['urls'],
) {
  return { name, title, version, description, websiteUrl: urls.home, icons: describeIcons(urls) };
}

export function describeCapabilities({ prompts, isWatchable }: ServerFeatures['about']) {
  return {
    tools: {},
    resources: isWatchable ? { subscribe: true, listChanged: true } : {},
    completions: {},
    ...(prompts.length > 0 ? { prompts: {} } : {}),
    extensions: { [skillsExtension]: {} },
  };
}
