import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * Hands one request to a server of the SDK over a transport of its own. Messages that the server would send meanwhile
 * have no way to the client in one JSON response: notifications are dropped, requests rejected at once.
 */
export async function askSdk(
  server: Server,
  request: JSONRPCRequest,
): Promise<JSONRPCResultResponse | JSONRPCErrorResponse> {
  const answered = Promise.withResolvers<JSONRPCResultResponse | JSONRPCErrorResponse>();
  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message: JSONRPCMessage) {
      if ('method' in message) {
        const error = { code: -32601, message: 'A stateless server cannot ask its client.' };
        if ('id' in message) transport.onmessage?.({ jsonrpc: '2.0', id: message.id, error });
        return;
      }
      answered.resolve(message);
    },
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  return answered.promise;
}
