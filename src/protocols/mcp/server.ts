import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Services } from '../../core/services.ts';
import { createReleaseCache } from '../kept.ts';
import { type McpCall, toMcpContext } from './asker.ts';
import { describeIcons } from './describe.ts';
import type { McpServer } from './endpoint.ts';
import { createMethods, type RpcMethod } from './methods.ts';
import { createStatelessEndpoint, type StatelessServer } from './modern-endpoint.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import type { ServerDescription, ServerFeatures } from './surface.ts';
import { modernVersions } from './versions.ts';
import { createCachedMethods } from './written-methods.ts';

/** Of the results of one server that are kept. */
const maxCacheBytes = 6 * 1024 * 1024;

/** Nothing here asks clients for structured input, so the SDK's validator, the dearest part of a new server, is never needed. */
const noValidator = {
  getValidator(): never {
    throw new Error('This server elicits nothing.');
  },
};

/** One surface, open to every revision: one list of tools and one gate behind all of them. */
export function openServerFeatures(surface: ServerFeatures, services: Services): McpServer {
  const { about } = surface;
  const methods = createMethods(surface);
  const written = createCachedMethods(surface, createReleaseCache(services.catalogue, maxCacheBytes));
  const { name, title, version } = about;
  const modern: StatelessServer = {
    methods,
    written,
    discovery: {
      supportedVersions: modernVersions,
      capabilities: describeCapabilities(about),
      instructions: about.instructions,
    },
    serverInfo: { name, title, version },
  };
  return {
    connect: createServerFactory({ about, methods, services }),
    written,
    answerModern: createStatelessEndpoint({ services, server: modern }),
  };
}

/** @returns a function that makes a new SDK server for each message, over tables made once. */
function createServerFactory(parts: {
  about: ServerDescription;
  methods: ReadonlyMap<string, RpcMethod>;
  services: Pick<Services, 'urls' | 'log'>;
}): (call: McpCall) => Server {
  const { about, methods, services } = parts;
  const info = describeImplementation(about, services.urls);
  const options = {
    capabilities: describeCapabilities(about),
    instructions: about.instructions,
    jsonSchemaValidator: noValidator,
  };

  return (call) => {
    const server = new Server(info, options);
    server.fallbackRequestHandler = async ({ method, params }) => {
      const answer = methods.get(method);
      if (!answer) throw new RpcError(rpcCodes.methodNotFound, 'Method not found.');
      try {
        return await answer(params, toMcpContext(call, params));
      } catch (thrown) {
        throw explainThrown(thrown, services, call.requestId);
      }
    };
    return server;
  };
}

/** `serverInfo` of initialize (MCP 2025-11-25, Implementation). */
export function describeImplementation(
  { name, title, version, description }: ServerFeatures['about'],
  urls: Services['urls'],
) {
  return { name, title, version, description, websiteUrl: urls.home, icons: describeIcons(urls) };
}

/** The lists never change while a process runs but for a scheduled release, and there is no stream to say so on. */
export function describeCapabilities({ prompts }: ServerFeatures['about']) {
  return { tools: {}, resources: {}, completions: {}, ...(prompts.length > 0 ? { prompts: {} } : {}) };
}
