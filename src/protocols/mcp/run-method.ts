import { JSONRPCRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Services } from '../../core/services.ts';
import { describeMistake } from '../../library/mistake.ts';
import { encodeJson, wrapObject } from '../json.ts';
import type { McpMethod, MethodResult } from './feature-types.ts';
import { type RpcRequest, toErrorResponse } from './json-rpc.ts';
import type { McpCall, McpContext } from './mcp-context.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';

/**
 * Runs one method for one message.
 * @param about.describe JSON members in front of those of the result, without braces; `_meta` alone unless given
 */
export async function runMethod(
  method: McpMethod | undefined,
  request: RpcRequest,
  about: {
    call: McpCall;
    services: Pick<Services, 'urls' | 'log'>;
    describe?: (meta: MethodResult['meta']) => string;
  },
): Promise<Uint8Array> {
  const { call, services, describe = describeMeta } = about;
  const { caller, mirror, requestId, clientAddress, spend, note } = call;
  const { id } = request;
  try {
    const { params, meta } = readParams(request);
    if (!method) throw new RpcError(rpcCodes.methodNotFound, 'Method not found. Tools are called with tools/call.');
    const session = call.request.headers.get('mcp-session-id') ?? undefined;
    const result = await method(params, { caller, mirror, requestId, clientAddress, session, spend, note, meta });
    const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    return wrapObject({ before, members: describe(result.meta), object: result.object, after: '}' });
  } catch (thrown) {
    return encodeJson(toErrorResponse(explainThrown(thrown, services, requestId), id));
  }
}

/**
 * Parameters as the schema of the SDK reads them. `initialize` checks its own, which clients may leave out.
 * @throws RpcError invalid params, naming the first member that is wrong
 */
function readParams({ method, params }: RpcRequest): { params: unknown; meta: McpContext['meta'] } {
  if (method === 'initialize') return { params, meta: {} };
  const parsed = JSONRPCRequestSchema.safeParse({ jsonrpc: '2.0', id: 1, method, params });
  if (parsed.success) return { params: parsed.data.params, meta: parsed.data.params?._meta ?? {} };
  throw new RpcError(rpcCodes.invalidParams, describeMistake(parsed.error, { whole: 'params' }));
}

function describeMeta(meta: MethodResult['meta']): string {
  return meta ? `"_meta":${JSON.stringify(meta)}` : '';
}
