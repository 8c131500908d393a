import type { Urls } from '../../contract/urls.ts';
import type { Caller } from '../../core/access/caller.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { ErrorRenderer, Handlers } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { bearerChallenge, retryHeader } from '../wire-error.ts';
import { checkOrigin, createMcpEndpoint } from './endpoint.ts';
import type { ServerFeatures } from './feature-types.ts';
import { toErrorResponse } from './json-rpc.ts';
import type { McpCall, McpSessionCall } from './mcp-context.ts';
import { openServerFeatures } from './mcp-server.ts';
import { toRpcError } from './rpc-error.ts';
import { createServerFeatures } from './server-features.ts';
import { createSessions, withoutSession } from './sessions.ts';

type McpHandlers = Pick<Handlers, Extract<keyof Handlers, `mcp${string}`>>;

/** The two tool servers of the specification (section 4, endpoints 7 and 8), and the one for chat clients. */
export function createMcpHandlers(services: Services): McpHandlers {
  const { product, docs, connector } = createServerFeatures(services);
  const answerDocs = createMcpEndpoint({ services, server: openServerFeatures({ surface: docs, services }) });
  const answerProduct = openArticleServer(product, services);
  const answerConnector = openArticleServer(connector, services);

  return {
    mcpProduct: answerProduct.post,
    mcpProductListen: answerProduct.listen,
    mcpProductEnd: answerProduct.end,
    async mcpDocs(call) {
      rejectInvalid(call.caller);
      return answerDocs(call);
    },
    mcpConnector: answerConnector.post,
    mcpConnectorListen: answerConnector.listen,
    mcpConnectorEnd: answerConnector.end,
  };
}

/** A server whose clients learn of changes, and so have sessions. */
function openArticleServer(surface: ServerFeatures, services: Services) {
  const sessions = createSessions(services, surface);
  const respond = createMcpEndpoint({ services, server: openServerFeatures({ surface, services, sessions }) });
  function check({ caller, request }: McpSessionCall): void {
    checkCredential(caller);
    checkOrigin(services, request.headers);
  }

  return {
    async post(call: McpCall) {
      checkCredential(call.caller);
      return respond(call);
    },
    async listen(call: McpSessionCall) {
      check(call);
      return sessions.open(call);
    },
    async end(call: McpSessionCall) {
      check(call);
      return sessions.end(call);
    },
  };
}

function checkCredential(caller: Caller): void {
  rejectInvalid(caller);
  if (caller.kind === 'subscriber' && !caller.scopes.includes('mcp:connect')) {
    throw new ServiceError('insufficient_scope', 'mcp:connect is needed to use a credential here.');
  }
}

/** contract.md, MCP: a credential is optional, but an invalid one is an error that its sender should see. */
function rejectInvalid({ kind }: Caller): void {
  if (kind === 'invalid') throw new ServiceError('invalid_key');
}

/** Refusals of the whole HTTP request: the status of the catalogue and a JSON-RPC error without an id. */
export function createMcpErrorRenderer(urls: Urls): ErrorRenderer {
  return (error, { requestId }) =>
    jsonResponse(toErrorResponse(toRpcError(error, urls, requestId), null), {
      status: error.status,
      headers: {
        ...bearerChallenge(error, urls, 'mcp:connect'),
        ...retryHeader(error),
        // The route replaces it for a method that no request may use.
        ...(error.code === 'method_not_allowed' && { allow: withoutSession }),
      },
    });
}
