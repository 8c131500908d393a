import type { Caller } from '../../core/access/caller.ts';
import type { Mirror } from '../../core/urls.ts';
import type { Call } from '../handler.ts';

export type McpCall = Call<'mcpProduct'> | Call<'mcpDocs'>;

/** Who sent one message, and what came with it. */
export interface McpContext {
  caller: Caller;
  mirror: Mirror;
  requestId: string;
  spend: McpCall['spend'];
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>>;
}

/** @param params of the message, as far as they were read */
export function toMcpContext(
  { caller, mirror, requestId, spend }: McpCall,
  params: { _meta?: Record<string, unknown> | undefined } | undefined,
): McpContext {
  return { caller, mirror, requestId, spend, meta: params?._meta ?? {} };
}
