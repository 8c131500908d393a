import type { Mirror } from '../../contract/urls.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Call } from '../handler.ts';

export type McpCall = Call<'mcpProduct'> | Call<'mcpDocs'> | Call<'mcpConnector'>;

/** The caller of one message, and the values that came with it. */
export interface McpContext {
  caller: Caller;
  mirror: Mirror;
  requestId: string;
  spend: McpCall['spend'];
  note: McpCall['note'];
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>>;
}
