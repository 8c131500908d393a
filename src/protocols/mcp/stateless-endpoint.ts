import type { Services } from '../../core/services.ts';
import { type HttpResponse, jsonResponse, jsonType } from '../http.ts';
import { encodeJson } from '../json.ts';
import type { McpMethod, MethodResult } from './feature-types.ts';
import { type RpcRequest, toErrorResponse } from './json-rpc.ts';
import type { McpCall } from './mcp-context.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import { runMethod } from './run-method.ts';
import { isSkillMethod, listTtlMs } from './skill-methods.ts';
import { findEnvelopeError } from './stateless-envelope.ts';

export interface StatelessServer {
  methods: ReadonlyMap<string, McpMethod>;
  /** Result of `server/discover`, but for its envelope. */
  discovery: Record<string, unknown>;
  serverInfo: { name: string; title?: string; version: string };
  /** `subscriptions/listen`, whose response is a stream; absent: unknown. */
  listen?: (request: RpcRequest, call: McpCall) => HttpResponse;
}

/** Cache scopes of results with a time to live (MCP 2026-07-28, CacheableResult). A resource depends on its reader. */
const cacheScopes = new Map<string, 'public' | 'private'>([
  ['server/discover', 'public'],
  ['tools/list', 'public'],
  ['prompts/list', 'public'],
  ['resources/list', 'public'],
  ['resources/templates/list', 'public'],
  ['resources/read', 'private'],
]);

/**
 * MCP 2026-07-28: no handshake, every request by itself. The same methods, and so the same tools and the same paywall,
 * as the older revisions.
 * @returns 200 with a result or an error of the method, 400 for a bad envelope, 404 for a method that is not here
 */
export function createStatelessEndpoint(about: {
  services: Pick<Services, 'urls' | 'log' | 'catalogue' | 'now'>;
  server: StatelessServer;
}): (request: RpcRequest, call: McpCall) => Promise<HttpResponse> {
  const { services, server } = about;
  const discovery: MethodResult = { object: encodeJson(server.discovery) };
  const methods = new Map(server.methods).set('server/discover', async () => discovery);
  const serverMeta = { 'io.modelcontextprotocol/serverInfo': server.serverInfo };
  const plainMeta = JSON.stringify(serverMeta);

  function describe(method: string, meta: MethodResult['meta']): string {
    const ours = meta ? JSON.stringify({ ...serverMeta, ...meta }) : plainMeta;
    // The Skills extension asks for these members in every revision, so its results have them already.
    if (isSkillMethod(method)) return `"_meta":${ours}`;
    const scope = cacheScopes.get(method);
    const cache = scope ? `,"ttlMs":${readTtl(method)},"cacheScope":"${scope}"` : '';
    return `"resultType":"complete","_meta":${ours}${cache}`;
  }

  function readTtl(method: string): number {
    return method === 'resources/list' ? Math.min(listTtlMs, services.catalogue.unchangedFor()) : listTtlMs;
  }

  function listen(request: RpcRequest, call: McpCall): HttpResponse {
    try {
      return server.listen?.(request, call) ?? methodNotFound(request);
    } catch (thrown) {
      return jsonResponse(toErrorResponse(explainThrown(thrown, services, call.requestId), request.id));
    }
  }

  return async (request, call) => {
    const { id, method } = request;
    const rejection = findEnvelopeError(request, call.request.headers);
    if (rejection) return jsonResponse(toErrorResponse(rejection, id), { status: 400 });
    if (method === 'subscriptions/listen') return listen(request, call);
    const found = methods.get(method);
    if (!found) return methodNotFound(request);
    const body = await runMethod(found, request, { call, services, describe: (meta) => describe(method, meta) });
    return { status: 200, headers: { 'content-type': jsonType }, body };
  };
}

function methodNotFound({ id }: RpcRequest): HttpResponse {
  const unknown = new RpcError(rpcCodes.methodNotFound, 'Method not found.');
  return jsonResponse(toErrorResponse(unknown, id), { status: 404 });
}
