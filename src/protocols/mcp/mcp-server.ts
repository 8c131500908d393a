import type { Services } from '../../core/services.ts';
import { encodeJson } from '../json.ts';
import { createReleaseCache } from '../release-cache.ts';
import { describeIcons } from './describe.ts';
import type { McpServer } from './endpoint.ts';
import type { McpMethod, ServerFeatures } from './feature-types.ts';
import { modernVersions, negotiateVersion } from './mcp-versions.ts';
import { createMethods } from './methods.ts';
import { skillsExtension } from './skill-methods.ts';
import { createStatelessEndpoint } from './stateless-endpoint.ts';
import { createListen } from './subscriptions.ts';

/** Cached results of one server. */
const maxCacheBytes = 6 * 1024 * 1024;

/** One server for every revision: one table of methods behind both ways in. */
export function openServerFeatures(surface: ServerFeatures, services: Services): McpServer {
  const { about } = surface;
  const { name, title, version, instructions } = about;
  const methods = createMethods(surface, createReleaseCache(services.catalogue, maxCacheBytes));
  const capabilities = describeCapabilities(about);
  const watched = surface.resources.findId ? { subscribe: true, listChanged: true } : {};
  const answerModern = createStatelessEndpoint({
    services,
    server: {
      methods,
      discovery: {
        supportedVersions: modernVersions,
        capabilities: { ...capabilities, resources: watched },
        instructions,
      },
      serverInfo: { name, title, version },
      listen: createListen(services, surface.resources),
    },
  });
  const serverInfo = describeImplementation(about, services.urls);
  const handshake = createHandshake({ capabilities, serverInfo, instructions });
  return { methods: new Map([...methods, ...handshake]), answerModern };
}
/** `initialize` and `ping` of the revisions with a handshake. @param description result of `initialize` but for the version */
export function createHandshake(description: Record<string, unknown>): readonly (readonly [string, McpMethod])[] {
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

/** The revisions with a handshake have no stream here that could report changes. */
export function describeCapabilities({ prompts }: ServerFeatures['about']) {
  const extensions = { [skillsExtension]: {} };
  return { tools: {}, resources: {}, completions: {}, ...(prompts.length > 0 ? { prompts: {} } : {}), extensions };
}
