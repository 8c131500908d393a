import type { HttpResponse } from '../answer.ts';
import { jsonType } from '../answer.ts';
import { wrapObject } from '../json-bytes.ts';
import type { RpcId } from './json-rpc.ts';

/**
 * A JSON-RPC result around an object that lies ready: the id is what is new.
 * @param about.members as JSON members without braces, before those of the object; may be empty
 */
export function toCachedResponse(about: { id: RpcId; members: string; object: Uint8Array }): HttpResponse {
  const { id, members, object } = about;
  const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  return {
    status: 200,
    headers: { 'content-type': jsonType },
    body: wrapObject({ before, members, object, after: '}' }),
  };
}
