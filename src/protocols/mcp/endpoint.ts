import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../answer.ts';
import { askerOf, type McpCall } from './asker.ts';
import { type RpcMessage, type RpcRequest, readRpcBody, toFailure } from './json-rpc.ts';
import { isModern } from './modern-envelope.ts';
import { answerRequest, parseRequest, type RpcAnswer } from './one-shot.ts';
import { isAllowedOrigin } from './origin.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import { allVersions, completeInitialize, isSupportedVersion, modernVersion, refuseVersion } from './versions.ts';
import { writtenAnswer } from './written-answer.ts';
import type { WrittenMethod } from './written-methods.ts';

export interface McpServer {
  /** A server for one message of the older revisions, which nothing refers to after that. */
  connect: (call: McpCall) => Server;
  /** What is answered without `connect`, when it comes alone. */
  written: ReadonlyMap<string, WrittenMethod>;
  /** MCP 2026-07-28. */
  answerModern: (request: RpcRequest, call: McpCall) => Promise<Answer>;
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
}): (call: McpCall) => Promise<Answer> {
  const { services, server } = about;

  async function answer(request: RpcRequest, call: McpCall): Promise<RpcAnswer> {
    try {
      const params = request.method === 'initialize' ? completeInitialize(request.params) : request.params;
      return await answerRequest(server.connect(call), parseRequest({ ...request, params }), request.id);
    } catch (thrown) {
      return toFailure(explainThrown(thrown, services, call.requestId), request.id);
    }
  }

  async function answerMember(message: RpcMessage, call: McpCall): Promise<RpcAnswer[]> {
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
  async function answerInTurn(message: RpcMessage, call: McpCall, index: number): Promise<RpcAnswer[]> {
    try {
      // The request as a whole was counted once.
      await call.spend(index === 0 ? 0 : 1);
      return await answerMember(message, call);
    } catch (thrown) {
      const id = message.kind === 'request' ? message.request.id : null;
      return message.kind === 'notice' ? [] : [toFailure(explainThrown(thrown, services, call.requestId), id)];
    }
  }

  async function answerOne(request: RpcRequest, call: McpCall): Promise<Answer> {
    const { id, method } = request;
    const { headers } = call.request;
    if (isModern(request, headers)) return server.answerModern(request, call);
    const refusal = method === 'initialize' ? undefined : refuseHeader(headers.get('mcp-protocol-version'), 'one');
    if (refusal) return jsonAnswer(toFailure(refusal, id), { status: 400 });
    const written = server.written.get(method);
    if (!written) return jsonAnswer(await answer(request, call));
    try {
      const { params } = parseRequest(request);
      const { object, meta } = await written(params, askerOf(call, params));
      return writtenAnswer({ id, members: meta ? `"_meta":${JSON.stringify(meta)}` : '', object });
    } catch (thrown) {
      return jsonAnswer(toFailure(explainThrown(thrown, services, call.requestId), id));
    }
  }

  return async (call) => {
    const { request, bodyText } = call;
    if (!isAllowedOrigin(request.headers.get('origin'), services.urls, services.publication.allowedOrigins)) {
      throw new ServiceError('origin_not_allowed');
    }
    const body = readRpcBody(bodyText);
    if (body.kind === 'unreadable') return jsonAnswer(body.failure, { status: 400 });
    if (body.kind === 'one' && body.message.kind === 'request') return answerOne(body.message.request, call);
    const refusal = refuseHeader(request.headers.get('mcp-protocol-version'), body.kind);
    if (refusal) return jsonAnswer(toFailure(refusal, null), { status: 400 });
    if (body.kind === 'one') {
      const { message } = body;
      return message.kind === 'refused' ? jsonAnswer(message.failure, { status: 400 }) : emptyAnswer(202);
    }
    const said: RpcAnswer[] = [];
    for (const [index, message] of body.messages.entries()) said.push(...(await answerInTurn(message, call, index)));
    return said.length === 0 ? emptyAnswer(202) : jsonAnswer(said);
  };
}

/** MCP 2025-06-18, protocol version header: an unsupported one is 400, an absent one means 2025-03-26. */
function refuseHeader(version: string | null, kind: 'one' | 'batch'): RpcError | undefined {
  if (version === null || isSupportedVersion(version)) return undefined;
  if (version !== modernVersion) return refuseVersion(version, allVersions);
  // MCP 2026-07-28, sending messages: the body is a single message.
  return kind === 'one' ? undefined : new RpcError(rpcCodes.invalidRequest, 'A batch is of an older revision.');
}
