import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, type JSONRPCRequest, JSONRPCRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describeMistake } from '../../core/mistake.ts';
import { isRecord, type RpcFailure, type RpcId, type RpcRequest } from './json-rpc.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

export type RpcResponse = RpcFailure | { jsonrpc: '2.0'; id: RpcId; result: Record<string, unknown> };

const noWayBack = { code: rpcCodes.methodNotFound, message: 'A stateless server cannot ask its client.' };

/**
 * The request as the SDK reads it, under an id of our own. What does not match this schema the SDK drops without a word, and the
 * caller would wait for ever.
 * @throws RpcError invalid params, naming the first member that is wrong
 */
export function parseRequest({ method, params }: RpcRequest): JSONRPCRequest {
  const request = JSONRPCRequestSchema.safeParse({ jsonrpc: '2.0', id: 1, method, params });
  if (request.success) return request.data;
  throw new RpcError(rpcCodes.invalidParams, describeMistake(request.error, { whole: 'params' }));
}

/**
 * Hands one request to a server of its own over a transport of its own, and gives back the answer under the client's id.
 * Nothing is shared between two requests, so neither equal ids nor a cancellation can reach across (docs/decisions/mcp.md).
 * What the server would send meanwhile has no way to the client in one JSON answer: notifications are dropped, requests refused at once.
 */
export async function handleRequest(server: Server, request: JSONRPCRequest, id: RpcId): Promise<RpcResponse> {
  const answered = Promise.withResolvers<RpcResponse>();
  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message: JSONRPCMessage) {
      if ('method' in message) {
        if ('id' in message) transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error: noWayBack });
        return;
      }
      if ('result' in message) answered.resolve({ jsonrpc: '2.0', id, result: message.result });
      if ('error' in message) {
        const { code, message: sentence, data } = message.error;
        answered.resolve({
          jsonrpc: '2.0',
          id,
          error: { code, message: sentence, ...(isRecord(data) ? { data } : {}) },
        });
      }
    },
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  // Not closed: nothing else refers to the server, and closing would abort, with a stack trace, a request that is already answered.
  return answered.promise;
}
