import { anonymous, type Caller } from '../../src/core/access/caller.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import type { Services } from '../../src/core/services.ts';
import { createMcpErrorRenderer, createMcpHandlers } from '../../src/protocols/mcp/mcp-handlers.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { createTestServices } from '../support/services.ts';
import { toWebResponse } from '../support/web-response.ts';

const subscriber: Caller = {
  kind: 'subscriber',
  id: 'k1',
  plan: 'demo',
  scopes: ['articles:read', 'mcp:connect'],
};
export const callers: Record<string, Caller> = {
  whole: subscriber,
  connected: { kind: 'subscriber', id: 'k2', plan: 'demo', scopes: ['mcp:connect'] },
  reader: { kind: 'subscriber', id: 'k3', plan: 'demo', scopes: ['articles:read'] },
};

/** On the real clock unless another is given: signed payments are dated by it. */
export function makeServices(baseUrl?: string, now = Date.now): Services {
  const store = createMemoryStore(now);
  return createTestServices({ store, callers, now, ...(baseUrl ? { baseUrl } : {}) });
}

/** What the app hands to a handler: the body read, the caller told. */
export async function makeCall(request: Request, path: string, caller: Caller = anonymous) {
  return {
    request,
    url: new URL(path, request.url),
    params: {},
    query: undefined,
    body: undefined,
    bodyText: await request.text(),
    mirror: 'live' as const,
    caller,
    requestId: 'r1',
    spend: async () => undefined,
    note: () => undefined,
    clientAddress: '127.0.0.1',
  };
}

export type Door = (path: '/mcp' | '/mcp/docs' | '/mcp/connector', request: Request) => Promise<Response>;

const operationOf = { '/mcp': 'mcpProduct', '/mcp/docs': 'mcpDocs', '/mcp/connector': 'mcpConnector' } as const;

/** What the app does around the handlers, as far as these tests need it: identify, read, render refusals. */
export function openDoor(services: Services = makeServices()): Door {
  const handlers = createMcpHandlers(services);
  const render = createMcpErrorRenderer(services.urls);
  return async (path, request) => {
    const caller = await services.identify(request.headers.get('authorization'), path);
    const call = await makeCall(request, path, caller);
    try {
      return toWebResponse(await handlers[operationOf[path]](call));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return toWebResponse(render(thrown, { request, requestId: 'r1' }));
      throw thrown;
    }
  };
}

/** Posts a body (as JSON unless it is text) with Content-Type alone, as specification section 4 rule 5 says. */
export function post(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
