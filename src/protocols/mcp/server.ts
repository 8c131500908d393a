import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { describeIcons } from './describe.ts';
import type { McpCall } from './endpoint.ts';
import { createMethods } from './methods.ts';
import { RpcError, rpcCodes, toRpcError } from './rpc-error.ts';
import type { Surface } from './surface.ts';

/** Nothing here asks clients for structured input, so the SDK's validator, the dearest part of a new server, is never needed. */
const noValidator = {
  getValidator(): never {
    throw new Error('This server elicits nothing.');
  },
};

/** @returns a function that makes a new SDK server for each message, over tables made once. */
export function createServerFactory(
  surface: Surface,
  services: Pick<Services, 'urls' | 'log'>,
): (call: McpCall) => Server {
  const { about } = surface;
  const methods = createMethods(surface);
  const info = describeImplementation(about, services.urls);
  const options = {
    capabilities: describeCapabilities(about),
    instructions: about.instructions,
    jsonSchemaValidator: noValidator,
  };

  return ({ caller, mirror, requestId }) => {
    const server = new Server(info, options);
    server.fallbackRequestHandler = async ({ method, params }) => {
      const answer = methods.get(method);
      if (!answer) throw new RpcError(rpcCodes.methodNotFound, 'Method not found.');
      try {
        return await answer(params, { caller, mirror, requestId, meta: params?._meta ?? {} });
      } catch (thrown) {
        throw explain(thrown, requestId);
      }
    };
    return server;
  };

  /** A bug is told to the log; the client gets its request id and nothing else. */
  function explain(thrown: unknown, requestId: string): RpcError {
    if (thrown instanceof RpcError) return thrown;
    const refusal = toServiceError(thrown);
    if (refusal.code === 'internal_error') {
      services.log.error({ err: thrown, requestId }, 'tool server request failed');
    }
    return toRpcError(refusal, services.urls, requestId);
  }
}

/** `serverInfo` of initialize (MCP 2025-11-25, Implementation). */
export function describeImplementation(
  { name, title, version, description }: Surface['about'],
  urls: Services['urls'],
) {
  return { name, title, version, description, websiteUrl: urls.home, icons: describeIcons(urls) };
}

/** The lists never change while a process runs but for a scheduled release, and there is no stream to say so on. */
export function describeCapabilities({ prompts }: Surface['about']) {
  return { tools: {}, resources: {}, completions: {}, ...(prompts.length > 0 ? { prompts: {} } : {}) };
}
