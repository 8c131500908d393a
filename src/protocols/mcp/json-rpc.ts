import { z } from 'zod';
import { maxBatchSize } from '../../contract/operations-mcp.ts';
import { parseJson } from '../../core/parse-json.ts';
import { toServiceError } from '../../core/service-error.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

export type RpcId = string | number;

export interface RpcRequest {
  id: RpcId;
  method: string;
  params: Record<string, unknown> | undefined;
}

export interface RpcFailure {
  jsonrpc: '2.0';
  id: RpcId | null;
  error: { code: number; message: string; data?: Record<string, unknown> };
}

export type RpcMessage =
  | { kind: 'request'; request: RpcRequest }
  /** A notification, or the response to a request of ours: neither gets a response. */
  | { kind: 'notice' }
  | { kind: 'refused'; failure: RpcFailure };

type RpcBody =
  | { kind: 'one'; message: RpcMessage }
  | { kind: 'batch'; messages: RpcMessage[] }
  | { kind: 'unreadable'; failure: RpcFailure };

/** Numbers that would not come back as they went are refused: beyond 2^53 JSON.parse has changed them already. */
const Id = z.union([z.string(), z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)]);
/** Members by name. Not z.record, which visits each member: for a body of 64 KiB that takes longer than parsing it. */
export const Members = z.custom<Record<string, unknown>>(isRecord, 'an object is expected');
const Params = Members.nullish();
const Envelope = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() });
const RpcResponse = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), result: z.unknown(), method: z.undefined().optional() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), error: z.looseObject({}), method: z.undefined().optional() }),
]);

/** @param id null where the request had none that could be read */
export function toErrorResponse(error: RpcError, id: RpcId | null): RpcFailure {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

/**
 * Reads a body as JSON-RPC 2.0 says: bad JSON and an empty batch are one failure, a bad member of a batch spoils only
 * itself.
 */
export function readRpcBody(text: string): RpcBody {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return unreadable(rpcCodes.parseError, toServiceError(error).message);
  }
  if (!Array.isArray(value)) return { kind: 'one', message: readMessage(value) };
  if (value.length === 0) return unreadable(rpcCodes.invalidRequest, 'The batch is empty.');
  if (value.length > maxBatchSize) {
    return unreadable(rpcCodes.invalidRequest, `A batch holds at most ${maxBatchSize} messages.`);
  }
  return { kind: 'batch', messages: value.map(readMember) };
}

function unreadable(code: number, message: string): RpcBody {
  return { kind: 'unreadable', failure: toErrorResponse(new RpcError(code, message), null) };
}

/** MCP 2025-03-26, lifecycle: initialize must not be part of a batch. */
function readMember(value: unknown): RpcMessage {
  const message = readMessage(value);
  if (message.kind !== 'request' || message.request.method !== 'initialize') return message;
  return rejectMessage(rpcCodes.invalidRequest, 'initialize must be sent alone.', message.request.id);
}

function readMessage(value: unknown): RpcMessage {
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) {
    if (RpcResponse.safeParse(value).success) return { kind: 'notice' };
    return rejectMessage(rpcCodes.invalidRequest, 'This is not a JSON-RPC 2.0 message.', findId(value));
  }
  const { method, id, params } = envelope.data;
  if (!('id' in envelope.data)) return { kind: 'notice' };
  const checkedId = Id.safeParse(id);
  if (!checkedId.success) return rejectMessage(rpcCodes.invalidRequest, 'id must be a string or a safe number.', null);
  // MCP takes parameters by name only.
  const checkedParams = Params.safeParse(params);
  if (!checkedParams.success) return rejectMessage(rpcCodes.invalidParams, 'params must be an object.', checkedId.data);
  return { kind: 'request', request: { id: checkedId.data, method, params: checkedParams.data ?? undefined } };
}

function rejectMessage(code: number, message: string, id: RpcId | null): RpcMessage {
  return { kind: 'refused', failure: toErrorResponse(new RpcError(code, message), id) };
}

/** JSON-RPC 2.0 section 5: the id of a bad request is repeated when it can be told, and null otherwise. */
function findId(value: unknown): RpcId | null {
  const found = z.looseObject({ id: Id }).safeParse(value);
  return found.success ? found.data.id : null;
}

/** An object with members by name: no list, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
