import { anonymous, type Caller } from '../../src/core/caller.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import type { Services } from '../../src/core/services.ts';
import type { Call } from '../../src/protocols/handler.ts';
import type { Toll } from '../../src/protocols/mcp/article-tools.ts';
import { createMcpErrorRenderer, createMcpHandlers } from '../../src/protocols/mcp/handlers.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestServices } from '../support/services.ts';

export const subscriber: Caller = {
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

/** These servers keep nothing; a call of the store here is a bug. */
export const noStore: Store = {
  get: () => Promise.reject(new Error('no store')),
  update: () => Promise.reject(new Error('no store')),
  increment: () => Promise.reject(new Error('no store')),
  append: () => Promise.reject(new Error('no store')),
  ping: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Refuses every payment by the reason that the payload names; the real paywall has its own tests. */
export const refusingToll: Toll = {
  challenge: (article, { refusal }) => ({
    body: {
      error: { code: refusal ? 'payment_invalid' : 'payment_required', message: 'Pay.' },
      payment: { required: true, price: 0.05, currency: 'USD' },
      article: { slug: article.slug, preview_markdown: article.body.markdown },
      x402Version: 1,
      accepts: [],
    },
    required: { x402Version: 2, resource: { url: article.slug }, accepts: [{ scheme: 'exact' }] },
  }),
  async settle(_article, payload) {
    if (typeof payload !== 'string') return { kind: 'malformed', detail: 'It is not a payment.' };
    return { kind: 'refused', reason: payload, receipt: { success: false, errorReason: payload } };
  },
};

export type Door = (path: '/mcp' | '/mcp/docs', request: Request) => Promise<Response>;

/** What the app does around the two handlers, as far as these tests need it: identify, read, render refusals. */
export function openDoor(options: { services?: Services; toll?: Toll } = {}): Door {
  const { services = createTestServices({ store: noStore, callers }), toll = refusingToll } = options;
  const handlers = createMcpHandlers(services, toll);
  const render = createMcpErrorRenderer(services.urls);
  return async (path, request) => {
    const caller = await services.identify(request.headers.get('authorization'));
    const call = {
      request,
      url: new URL(services.urls.at(path)),
      params: {},
      query: undefined,
      body: undefined,
      bodyText: await request.text(),
      mirror: 'live' as const,
      caller: caller ?? anonymous,
      requestId: 'r1',
      clientAddress: '127.0.0.1',
    } satisfies Call<'mcpProduct'>;
    try {
      return await (path === '/mcp' ? handlers.mcpProduct(call) : handlers.mcpDocs(call));
    } catch (thrown) {
      if (thrown instanceof ServiceError) return render(thrown, { request, requestId: 'r1' });
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
