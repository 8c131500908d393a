import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { emptyResponse, type HttpResponse, jsonResponse } from '../answer.ts';
import { type McpCall, toMcpContext } from './asker.ts';
import { type RpcMessage, type RpcRequest, readRpcBody, toErrorResponse } from './json-rpc.ts';
import { isStateless } from './modern-envelope.ts';
import { handleRequest, parseRequest, type RpcResponse } from './one-shot.ts';
import { isAllowedOrigin } from './origin.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import { allVersions, completeInitialize, isSupportedVersion, refuseVersion, statelessVersion } from './versions.ts';
import { toCachedResponse } from './written-answer.ts';
import type { CachedMethod } from './written-methods.ts';

export interface McpServer {
  /** A server for one message of the older revisions, which nothing refers to after that. */
  connect: (call: McpCall) => Server;
  /** What is answered without `connect`, when it comes alone. */
  written: ReadonlyMap<string, CachedMethod>;
  /** MCP 2026-07-28. */
  answerModern: (request: RpcRequest, call: McpCall) => Promise<HttpResponse>;
}

/**
 * Streamable HTTP without sessions (MCP 2025-03-26 to 2025-11-25, and 2026-07-28 beside them), one JSON answer to each POST. Only
 * Content-Type is asked for: the SDK's own transport wants an Accept header too, which specification section 4 rule 5 does not.
 * @returns 200 with an answer or a batch of answers, 202 when there is nothing to answer, 400 when nothing could be read
 * @throws ServiceError origin_not_allowed
 */
export function createMcpEndpoint(about: {
  services: Pick<Services, 'urls' | 'publication' | 'log'>;
  server: McpServer;
}): (call: McpCall) => Promise<HttpResponse> {
  const { services, server } = about;

  async function answer(request: RpcRequest, call: McpCall): Promise<RpcResponse> {
    try {
      const params = request.method === 'initialize' ? completeInitialize(request.params) : request.params;
      return await handleRequest(server.connect(call), parseRequest({ ...request, params }), request.id);
    } catch (thrown) {
      return toErrorResponse(explainThrown(thrown, services, call.requestId), request.id);
    }
  }

  async function answerMember(message: RpcMessage, call: McpCall): Promise<RpcResponse[]> {
    switch (message.kind) {
      case 'notice':
        return [];
      case 'refused':
        return [message.failure];
      case 'request':
        return [await answer(message.request, call)];
    }
  }

  /** Each message of a batch counts as a call, and waits for its turn as a request of its own would. */
  async function answerInTurn(message: RpcMessage, call: McpCall, index: number): Promise<RpcResponse[]> {
    try {
      // The request as a whole was counted once.
      await call.spend(index === 0 ? 0 : 1);
      return await answerMember(message, call);
    } catch (thrown) {
      const id = message.kind === 'request' ? message.request.id : null;
      return message.kind === 'notice' ? [] : [toErrorResponse(explainThrown(thrown, services, call.requestId), id)];
    }
  }

  async function answerOne(request: RpcRequest, call: McpCall): Promise<HttpResponse> {
    const { id, method } = request;
    const { headers } = call.request;
    if (isStateless(request, headers)) return server.answerModern(request, call);
    const refusal = method === 'initialize' ? undefined : refuseHeader(headers.get('mcp-protocol-version'), 'one');
    if (refusal) return jsonResponse(toErrorResponse(refusal, id), { status: 400 });
    const written = server.written.get(method);
    if (!written) return jsonResponse(await answer(request, call));
    try {
      const { params } = parseRequest(request);
      const { object, meta } = await written(params, toMcpContext(call, params));
      return toCachedResponse({ id, members: meta ? `"_meta":${JSON.stringify(meta)}` : '', object });
    } catch (thrown) {
      return jsonResponse(toErrorResponse(explainThrown(thrown, services, call.requestId), id));
    }
  }

  return async (call) => {
    const { request, bodyText } = call;
    if (!isAllowedOrigin(request.headers.get('origin'), services.urls, services.publication.allowedOrigins)) {
      throw new ServiceError('origin_not_allowed');
    }
    const body = readRpcBody(bodyText);
    if (body.kind === 'unreadable') return jsonResponse(body.failure, { status: 400 });
    if (body.kind === 'one' && body.message.kind === 'request') return answerOne(body.message.request, call);
    const refusal = refuseHeader(request.headers.get('mcp-protocol-version'), body.kind);
    if (refusal) return jsonResponse(toErrorResponse(refusal, null), { status: 400 });
    if (body.kind === 'one') {
      const { message } = body;
      return message.kind === 'refused' ? jsonResponse(message.failure, { status: 400 }) : emptyResponse(202);
    }
    const said: RpcResponse[] = [];
    for (const [index, message] of body.messages.entries()) said.push(...(await answerInTurn(message, call, index)));
    return said.length === 0 ? emptyResponse(202) : jsonResponse(said);
  };
}

/** MCP 2025-06-18, protocol version header: an unsupported one is 400, an absent one means 2025-03-26. */
function refuseHeader(version: string | null, kind: 'one' | 'batch'): RpcError | undefined {
  if (version === null || isSupportedVersion(version)) return undefined;
  if (version !== statelessVersion) return refuseVersion(version, allVersions);
  // MCP 2026-07-28, sending messages: the body is a single message.
  return kind === 'one' ? undefined : new RpcError(rpcCodes.invalidRequest, 'A batch is of an older revision.');
}
