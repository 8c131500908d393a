import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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

/** Creates the handlers by method and path, as the contract table has them. */
function createRoutes(services: Services) {
  const handlers = createMcpHandlers(services);
  return {
    'POST /mcp': handlers.mcpProduct,
    'GET /mcp': handlers.mcpProductListen,
    'DELETE /mcp': handlers.mcpProductEnd,
    'POST /mcp/docs': handlers.mcpDocs,
    'POST /mcp/connector': handlers.mcpConnector,
    'GET /mcp/connector': handlers.mcpConnectorListen,
    'DELETE /mcp/connector': handlers.mcpConnectorEnd,
  } as const;
}

type Routes = ReturnType<typeof createRoutes>;
const isRouted = (name: string, routes: Routes): name is keyof Routes => name in routes;

/** What the app does around the handlers, as far as these tests need it: identify, read, render refusals. */
export function openDoor(services: Services = makeServices()): Door {
  const routes = createRoutes(services);
  const render = createMcpErrorRenderer(services.urls);
  return async (path, request) => {
    const caller = await services.identify(request.headers.get('authorization'), path);
    const call = await makeCall(request, path, caller);
    try {
      const name = `${request.method} ${path}`;
      if (!isRouted(name, routes)) throw new ServiceError('method_not_allowed');
      return toWebResponse(await routes[name](call));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return toWebResponse(render(thrown, { request, requestId: 'r1' }));
      throw thrown;
    }
  };
}

/** Serves the tool servers on a port of this machine. */
export async function serveDoor(services: Services, port: number): Promise<{ url: URL; close(): void }> {
  const door = openDoor(services);
  const url = new URL(`http://localhost:${port}/mcp`);
  const server = createServer(async (message, response) => {
    const { method = 'GET', url: path = '/' } = message;
    const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = method === 'POST' ? { body: await buffer(message) } : {};
    const request = new Request(new URL(path, url), { method, headers, ...body });
    const answer = await door(path === '/mcp/docs' || path === '/mcp/connector' ? path : '/mcp', request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (answer.body) Readable.from(answer.body).pipe(response);
    else response.end();
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
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
