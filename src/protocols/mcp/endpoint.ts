import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { emptyResponse, type HttpResponse, jsonResponse, jsonType } from '../http.ts';
import { encodeJson } from '../json.ts';
import type { McpMethod } from './feature-types.ts';
import {
  type RpcFailure,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  readRpcBody,
  toErrorResponse,
} from './json-rpc.ts';
import type { McpCall } from './mcp-context.ts';
import { allVersions, isSupportedVersion, statelessVersion, versionError } from './mcp-versions.ts';
import { isAllowedOrigin } from './origin.ts';
import { explainThrown, RpcError, rpcCodes } from './rpc-error.ts';
import { runMethod } from './run-method.ts';
import type { Sessions } from './sessions.ts';
import { isStateless } from './stateless-envelope.ts';

export interface McpServer {
  /** Methods of the revisions with a handshake, by name. */
  methods: ReadonlyMap<string, McpMethod>;
  /** Absent: the server has no sessions, and ignores those that a request names. */
  sessions?: Sessions;
  /** Responds to a request of MCP 2026-07-28. */
  handleStateless: (request: RpcRequest, call: McpCall) => Promise<HttpResponse>;
}

/**
 * Streamable HTTP (MCP 2025-03-26 to 2025-11-25, and 2026-07-28 beside them), one JSON response to each POST. Only
 * Content-Type is required: the SDK's own transport wants an Accept header too, which specification section 4 rule 5
 * does not.
 * @returns 200 with one response or a batch of them, 202 when there is nothing to return, 400 when nothing could be
 *   read, 404 for an
 * invalid session
 * @throws ServiceError origin_not_allowed
 */
export function createMcpEndpoint(about: {
  services: Pick<Services, 'urls' | 'publication' | 'log'>;
  server: McpServer;
}): (call: McpCall) => Promise<HttpResponse> {
  const { services, server } = about;
  const run = (request: RpcRequest, call: McpCall) =>
    runMethod(server.methods.get(request.method), request, { call, services });

  /**
   * One message of a batch. Each counts as a call, and waits for its turn as a request of its own would.
   * @returns undefined for a notification
   */
  async function runMember(message: RpcMessage, call: McpCall, index: number): Promise<Uint8Array | undefined> {
    const { kind } = message;
    try {
      // The request as a whole was counted once.
      await call.spend(index === 0 ? 0 : 1);
    } catch (thrown) {
      const id = kind === 'request' ? message.request.id : null;
      const failure = toErrorResponse(explainThrown(thrown, services, call.requestId), id);
      return kind === 'notice' ? undefined : encodeJson(failure);
    }
    if (kind === 'request') return run(message.request, call);
    return kind === 'refused' ? encodeJson(message.failure) : undefined;
  }

  async function runBatch(messages: readonly RpcMessage[], call: McpCall): Promise<HttpResponse> {
    const responses: Uint8Array[] = [];
    for (const [index, message] of messages.entries()) {
      const response = await runMember(message, call, index);
      if (response) responses.push(response);
    }
    return responses.length === 0 ? emptyResponse(202) : jsonBytes(joinArray(responses));
  }

  async function runOne(request: RpcRequest, call: McpCall): Promise<HttpResponse> {
    const { headers } = call.request;
    if (isStateless(request, headers)) return server.handleStateless(request, call);
    if (request.method === 'initialize') return shakeHands(request, call);
    const rejection = versionHeaderError(headers.get('mcp-protocol-version'), 'one');
    if (rejection) return badRequest(toErrorResponse(rejection, request.id));
    return sessionError(call, request.id) ?? jsonBytes(await run(request, call));
  }

  /** `initialize`: with its result the client gets a new session, whatever session it named. */
  async function shakeHands(request: RpcRequest, call: McpCall): Promise<HttpResponse> {
    const { methods, sessions } = server;
    const initialize = methods.get(request.method);
    if (!sessions || !initialize) return jsonBytes(await run(request, call));
    let session: string | undefined;
    const begin: McpMethod = async (params, context) => {
      const result = await initialize(params, context);
      session = sessions.begin(call.caller);
      return result;
    };
    return jsonBytes(await runMethod(begin, request, { call, services }), session);
  }

  function sessionError({ request, caller }: McpCall, id: RpcId | null): HttpResponse | undefined {
    const session = server.sessions ? request.headers.get('mcp-session-id') : null;
    const error = session === null ? undefined : server.sessions?.refuse(session, caller);
    return error && jsonResponse(toErrorResponse(error, id), { status: 404 });
  }

  return async (call) => {
    const { request, bodyText } = call;
    checkOrigin(services, request.headers);
    const body = readRpcBody(bodyText);
    if (body.kind === 'unreadable') return badRequest(body.failure);
    if (body.kind === 'one' && body.message.kind === 'request') return runOne(body.message.request, call);
    const rejection = versionHeaderError(request.headers.get('mcp-protocol-version'), body.kind);
    if (rejection) return badRequest(toErrorResponse(rejection, null));
    const unknownSession = sessionError(call, null);
    if (unknownSession) return unknownSession;
    if (body.kind === 'batch') return runBatch(body.messages, call);
    return body.message.kind === 'refused' ? badRequest(body.message.failure) : emptyResponse(202);
  };
}

/** @throws ServiceError origin_not_allowed */
export function checkOrigin(
  { urls, publication }: Pick<Services, 'urls' | 'publication'>,
  headers: McpCall['request']['headers'],
): void {
  const origin = headers.get('origin');
  if (origin === null || isAllowedOrigin(origin, urls, publication.allowedOrigins)) return;
  throw new ServiceError('origin_not_allowed');
}

/** @param session that of the client from now on */
function jsonBytes(body: Uint8Array, session?: string): HttpResponse {
  const headers = { 'content-type': jsonType, ...(session !== undefined && { 'mcp-session-id': session }) };
  return { status: 200, headers, body };
}

function badRequest(failure: RpcFailure): HttpResponse {
  return jsonResponse(failure, { status: 400 });
}

/** A JSON array of elements that are UTF-8 already. */
function joinArray(elements: readonly Uint8Array[]): Uint8Array {
  const parts = elements.flatMap((element, index) => [Buffer.from(index === 0 ? '[' : ','), element]);
  return Buffer.concat([...parts, Buffer.from(']')]);
}

/** MCP 2025-06-18, protocol version header: an unsupported one is 400, an absent one means 2025-03-26. */
function versionHeaderError(version: string | null, kind: 'one' | 'batch'): RpcError | undefined {
  if (version === null || isSupportedVersion(version)) return undefined;
  if (version !== statelessVersion) return versionError(version, allVersions);
  // MCP 2026-07-28, sending messages: the body is a single message.
  return kind === 'one' ? undefined : new RpcError(rpcCodes.invalidRequest, 'A batch is of an older revision.');
}
