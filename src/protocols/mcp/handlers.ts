import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Urls } from '../../core/urls.ts';
import { jsonAnswer } from '../answer.ts';
import type { ErrorRenderer, Handlers } from '../handler.ts';
import { createArticlePrompts } from './article-prompts.ts';
import { createArticleResources } from './article-resources.ts';
import { createArticleTools } from './article-tools.ts';
import { describeServer } from './describe.ts';
import { createDocPrompts } from './doc-prompts.ts';
import { createDocTools } from './doc-tools.ts';
import { createDocResources } from './documents.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { toFailure } from './json-rpc.ts';
import { toRpcError } from './rpc-error.ts';
import { createServerFactory } from './server.ts';
import type { Surface } from './surface.ts';

/** The two tool servers (specification section 4, endpoints 7 and 8). */
export function createMcpHandlers(services: Services): Pick<Handlers, 'mcpProduct' | 'mcpDocs'> {
  const { urls, publication } = services;
  const product: Surface = {
    about: describeServer('product', urls, publication),
    tools: createArticleTools(services),
    resources: createArticleResources(services),
    prompts: createArticlePrompts(services),
  };
  const docs: Surface = {
    about: describeServer('docs', urls, publication),
    tools: createDocTools(services),
    resources: createDocResources(services),
    prompts: createDocPrompts(services),
  };
  const answerProduct = createMcpEndpoint({ services, connect: createServerFactory(product, services) });
  const answerDocs = createMcpEndpoint({ services, connect: createServerFactory(docs, services) });

  return {
    async mcpProduct(call) {
      const { caller } = call;
      if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
      if (caller.kind === 'subscriber' && !caller.scopes.includes('mcp:connect')) {
        throw new ServiceError('insufficient_scope', 'mcp:connect is needed to use a credential here.');
      }
      return answerProduct(call);
    },
    async mcpDocs(call) {
      return answerDocs(call);
    },
  };
}

/** Refusals of the whole HTTP request: the status of the catalogue and a JSON-RPC error without an id. */
export function createMcpErrorRenderer(urls: Urls): ErrorRenderer {
  return (error, { requestId }) =>
    jsonAnswer(toFailure(toRpcError(error, urls, requestId), null), {
      status: error.status,
      headers: {
        ...challengeHeader(error, urls),
        ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
      },
    });
}

/** 401: specification section 5 rule 5, to the byte. 403: RFC 6750 section 3.1, as MCP 2025-11-25 wants it for a step-up. */
function challengeHeader(error: ServiceError, urls: Urls): Record<string, string> {
  const where = `resource_metadata="${urls.protectedResourceMetadata}"`;
  if (error.code === 'invalid_key') return { 'www-authenticate': `Bearer ${where}` };
  if (error.code !== 'insufficient_scope') return {};
  return { 'www-authenticate': `Bearer error="insufficient_scope", scope="mcp:connect", ${where}` };
}
