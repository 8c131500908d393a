import type { Urls } from '../../contract/urls.ts';
import type { Caller } from '../../core/access/caller.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { ErrorRenderer, Handlers } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { bearerChallenge, retryHeader } from '../wire-error.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { toErrorResponse } from './json-rpc.ts';
import { openServerFeatures } from './mcp-server.ts';
import { toRpcError } from './rpc-error.ts';
import { createServerFeatures } from './server-features.ts';

/** The two tool servers of the specification (section 4, endpoints 7 and 8), and the one for chat clients. */
export function createMcpHandlers(services: Services): Pick<Handlers, 'mcpProduct' | 'mcpDocs' | 'mcpConnector'> {
  const { product, docs, connector } = createServerFeatures(services);
  const answerProduct = createMcpEndpoint({ services, server: openServerFeatures(product, services) });
  const answerDocs = createMcpEndpoint({ services, server: openServerFeatures(docs, services) });
  const answerConnector = createMcpEndpoint({ services, server: openServerFeatures(connector, services) });

  return {
    async mcpProduct(call) {
      checkCredential(call.caller);
      return answerProduct(call);
    },
    async mcpDocs(call) {
      refuseInvalid(call.caller);
      return answerDocs(call);
    },
    async mcpConnector(call) {
      checkCredential(call.caller);
      return answerConnector(call);
    },
  };
}

function checkCredential(caller: Caller): void {
  refuseInvalid(caller);
  if (caller.kind === 'subscriber' && !caller.scopes.includes('mcp:connect')) {
    throw new ServiceError('insufficient_scope', 'mcp:connect is needed to use a credential here.');
  }
}

/** contract.md, MCP: a credential is optional, but an invalid one is an error that its sender should see. */
function refuseInvalid({ kind }: Caller): void {
  if (kind === 'invalid') throw new ServiceError('invalid_key');
}

/** Refusals of the whole HTTP request: the status of the catalogue and a JSON-RPC error without an id. */
export function createMcpErrorRenderer(urls: Urls): ErrorRenderer {
  return (error, { requestId }) =>
    jsonResponse(toErrorResponse(toRpcError(error, urls, requestId), null), {
      status: error.status,
      headers: { ...bearerChallenge(error, urls, 'mcp:connect'), ...retryHeader(error) },
    });
}
