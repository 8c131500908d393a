import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Mirror } from '../../src/contract/urls.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import type { Services } from '../../src/core/services.ts';
import type { Call } from '../../src/protocols/handler.ts';
import { createArticleHandler } from '../../src/protocols/rest/article-endpoint.ts';
import { createRestErrorRenderer } from '../../src/protocols/rest/rest-errors.ts';
import { createArticlePayments } from '../../src/protocols/x402/payment-headers.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestServices } from '../support/services.ts';
import { toWebResponse } from '../support/web-response.ts';

/** The article operation as the app calls it, with its refusals. */
function createAnswer(services: Services): (request: Request) => Promise<Response> {
  const handle = createArticleHandler(services, createArticlePayments(services));
  const render = createRestErrorRenderer(services.urls);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const mirror: Mirror = pathname.startsWith('/api/sandbox/') ? 'sandbox' : 'live';
    const url = new URL(services.urls.at(pathname));
    const caller = await services.identify(request.headers.get('authorization'), url.pathname);
    const call: Call<'getArticle'> = {
      request,
      url,
      params: { slug: pathname.slice(pathname.lastIndexOf('/') + 1) },
      query: {},
      body: undefined,
      bodyText: '',
      mirror,
      caller,
      requestId: 'r1',
      spend: async () => undefined,
      note: () => undefined,
      clientAddress: '127.0.0.1',
    };
    try {
      return toWebResponse(await handle(call));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return toWebResponse(render(thrown, { requestId: 'r1' }));
      throw thrown;
    }
  };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
) {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await answer(new Request(`http://${incoming.headers.host}${incoming.url}`, { headers }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

export interface Shop {
  baseUrl: string;
  services: Services;
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The paid part of the article API on a loopback port, on the real clock. */
export async function openShop(options: { port: number; store?: Store; now?: () => number }): Promise<Shop> {
  const { port, now = Date.now, store = createMemoryStore(now) } = options;
  const baseUrl = `http://127.0.0.1:${port}`;
  const callers = { good_key: { kind: 'subscriber', id: 'k1', plan: 'paid', scopes: ['articles:read'] } } as const;
  const services: Services = {
    ...createTestServices({ store, now, baseUrl, callers }),
    randomBytes: (length) => webcrypto.getRandomValues(new Uint8Array(length)),
  };
  const answer = createAnswer(services);
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing, answer));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl,
    services,
    answer,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await store.close();
    },
  };
}
