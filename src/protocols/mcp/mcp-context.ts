import type { Mirror } from '../../contract/urls.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { Call } from '../handler.ts';

export type McpCall = Call<'mcpProduct'> | Call<'mcpDocs'> | Call<'mcpConnector'>;
/** GET and DELETE on the servers with sessions. */
export type McpSessionCall = Call<'mcpProductListen' | 'mcpProductEnd' | 'mcpConnectorListen' | 'mcpConnectorEnd'>;

/** The caller of one message, and the values that came with it. */
export interface McpContext {
  caller: Caller;
  mirror: Mirror;
  requestId: string;
  clientAddress: string;
  /** The session that the request names, after the endpoint has verified it. */
  session: string | undefined;
  spend: McpCall['spend'];
  note: McpCall['note'];
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>>;
}
