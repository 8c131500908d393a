import type { Services } from '../../core/services.ts';
import { type HttpResponse, jsonResponse } from '../answer.ts';
import { encodeJson } from '../json-bytes.ts';
import { type McpCall, toMcpContext } from './asker.ts';
import { type RpcRequest, toErrorResponse } from './json-rpc.ts';
import type { RpcMethod } from './methods.ts';
import { refuseEnvelope } from './modern-envelope.ts';
import { parseRequest } from './one-shot.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import { toCachedResponse } from './written-answer.ts';
import type { CachedMethod, WrittenResult } from './written-methods.ts';

export interface StatelessServer {
  methods: ReadonlyMap<string, RpcMethod>;
  /** Win over `methods`. */
  written: ReadonlyMap<string, CachedMethod>;
  /** Of `server/discover`, but for its envelope. */
  discovery: Record<string, unknown>;
  serverInfo: { name: string; title?: string; version: string };
}

/** How long a client may hold on to a list without asking again. */
const listTtlMs = 300_000;

/** Results with a time to live (MCP 2026-07-28, CacheableResult). What a resource shows depends on who reads it. */
const cacheScopes = new Map<string, 'public' | 'private'>([
  ['server/discover', 'public'],
  ['tools/list', 'public'],
  ['prompts/list', 'public'],
  ['resources/list', 'public'],
  ['resources/templates/list', 'public'],
  ['resources/read', 'private'],
]);

/**
 * MCP 2026-07-28: no handshake, every request by itself. The same methods, and so the same tools and the same gate, as the older revisions.
 * @returns 200 with a result or an error of the method, 400 for a bad envelope, 404 for a method that is not here
 */
export function createStatelessEndpoint(about: {
  services: Pick<Services, 'urls' | 'log' | 'catalogue' | 'now'>;
  server: StatelessServer;
}): (request: RpcRequest, call: McpCall) => Promise<HttpResponse> {
  const { services, server } = about;
  const discovery: WrittenResult = { object: encodeJson(server.discovery) };
  const serverMeta = { 'io.modelcontextprotocol/serverInfo': server.serverInfo };
  const plainMeta = JSON.stringify(serverMeta);

  function find(method: string): CachedMethod | undefined {
    if (method === 'server/discover') return async () => discovery;
    const written = server.written.get(method);
    if (written) return written;
    const made = server.methods.get(method);
    return made && (async (params, asker) => ({ object: encodeJson(await made(params, asker)) }));
  }

  function describe(method: string, meta: WrittenResult['meta']): string {
    const ours = meta ? JSON.stringify({ ...serverMeta, ...meta }) : plainMeta;
    const scope = cacheScopes.get(method);
    const cache = scope ? `,"ttlMs":${readTtl(method)},"cacheScope":"${scope}"` : '';
    return `"resultType":"complete","_meta":${ours}${cache}`;
  }

  function readTtl(method: string): number {
    return method === 'resources/list' ? Math.min(listTtlMs, services.catalogue.unchangedFor()) : listTtlMs;
  }

  return async (request, call) => {
    const { id, method } = request;
    const refusal = refuseEnvelope(request, call.request.headers);
    if (refusal) return jsonResponse(toErrorResponse(refusal, id), { status: 400 });
    const answer = find(method);
    if (!answer) {
      return jsonResponse(toErrorResponse(new RpcError(rpcCodes.methodNotFound, 'Method not found.'), id), {
        status: 404,
      });
    }
    try {
      const { params } = parseRequest(request);
      const { object, meta } = await answer(params, toMcpContext(call, params));
      return toCachedResponse({ id, members: describe(method, meta), object });
    } catch (thrown) {
      return jsonResponse(toErrorResponse(explainThrown(thrown, services, call.requestId), id));
    }
  };
}
