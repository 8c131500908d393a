import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../answer.ts';
import type { Call } from '../handler.ts';
import { type RpcMessage, readRpcBody, toFailure } from './json-rpc.ts';
import { answerRequest, type RpcAnswer } from './one-shot.ts';
import { isAllowedOrigin } from './origin.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import { completeInitialize, isSupportedVersion, protocolVersions } from './versions.ts';

export type McpCall = Call<'mcpProduct'> | Call<'mcpDocs'>;

/**
 * Streamable HTTP without sessions (MCP 2025-03-26 to 2025-11-25), one JSON answer to each POST. Only Content-Type is asked for:
 * the SDK's own transport wants an Accept header too, which specification section 4 rule 5 does not.
 * @param about.connect a server for one message, which nothing refers to after that
 * @returns 200 with an answer or a batch of answers, 202 when there is nothing to answer, 400 when nothing could be read
 * @throws ServiceError origin_not_allowed
 */
export function createMcpEndpoint(about: {
  services: Pick<Services, 'urls' | 'publication'>;
  connect: (call: McpCall) => Server;
}): (call: McpCall) => Promise<Answer> {
  const { services, connect } = about;

  async function answer(message: RpcMessage, call: McpCall): Promise<RpcAnswer[]> {
    switch (message.kind) {
      case 'notice':
        return [];
      case 'refused':
        return [message.failure];
      case 'request': {
        const { request } = message;
        if (request.method !== 'initialize') return [await answerRequest(connect(call), request)];
        try {
          const params = completeInitialize(request.params);
          return [await answerRequest(connect(call), { ...request, params })];
        } catch (thrown) {
          if (!(thrown instanceof RpcError)) throw thrown;
          return [toFailure(thrown, request.id)];
        }
      }
    }
  }

  return async (call) => {
    const { request, bodyText } = call;
    if (!isAllowedOrigin(request.headers.get('origin'), services.urls, services.publication.allowedOrigins)) {
      throw new ServiceError('origin_not_allowed');
    }
    const body = readRpcBody(bodyText);
    if (body.kind === 'unreadable') return jsonAnswer(body.failure, { status: 400 });
    const refusal = refuseVersion(request.headers.get('mcp-protocol-version'));
    if (refusal && !isInitialize(body)) return jsonAnswer(refusal, { status: 400 });
    if (body.kind === 'one') {
      const [only] = await answer(body.message, call);
      if (!only) return emptyAnswer(202);
      return jsonAnswer(only, { status: body.message.kind === 'refused' ? 400 : 200 });
    }
    const answers = await Promise.all(body.messages.map((message) => answer(message, call)));
    const said = answers.flat();
    return said.length === 0 ? emptyAnswer(202) : jsonAnswer(said);
  };
}

/** MCP 2025-06-18, protocol version header: an unsupported one is 400, an absent one means 2025-03-26. */
function refuseVersion(version: string | null) {
  if (version === null || isSupportedVersion(version)) return undefined;
  const message = `MCP-Protocol-Version ${JSON.stringify(version)} is not supported.`;
  return toFailure(new RpcError(rpcCodes.invalidRequest, message, { supported: protocolVersions }), null);
}

function isInitialize(body: ReturnType<typeof readRpcBody>): boolean {
  return body.kind === 'one' && body.message.kind === 'request' && body.message.request.method === 'initialize';
}
