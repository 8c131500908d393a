import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decideAccess, type Entitlement, entitlePurchase } from '../../src/core/access/access.ts';
import { createPaywall } from '../../src/core/payment/paywall.ts';
import type { Services } from '../../src/core/services.ts';
import { type ArticlePayments, createArticlePayments } from '../../src/protocols/x402/http.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestServices } from '../support/services.ts';

/** What getArticle is to x402: access first, then a payment, then the price. */
async function answerArticle(request: Request, context: { services: Services; payments: ArticlePayments }) {
  const { services, payments } = context;
  const slug = new URL(request.url).pathname.replace('/api/v1/articles/', '');
  const article = services.catalogue.find(slug);
  if (!article) return Response.json({ error: { code: 'article_not_found' } }, { status: 404 });
  const send = (entitlement: Entitlement, headers: Record<string, string>) => {
    const body = services.shelf.read(entitlement)?.body ?? article.body;
    return Response.json({ slug, markdown: body.markdown, access_level: entitlement.level }, { headers });
  };
  const access = decideAccess(article, await services.identify(request.headers.get('authorization')));
  switch (access.kind) {
    case 'granted':
      return send(access.entitlement, {});
    case 'invalid-key':
      return Response.json({ error: { code: 'invalid_key' } }, { status: 401 });
    case 'insufficient-scope':
      return Response.json({ error: { code: 'insufficient_scope' } }, { status: 403 });
    case 'payment-required': {
      const payment = await payments.read(request, article, 'live');
      switch (payment.kind) {
        case 'settled':
          return send(entitlePurchase(payment.settlement), payment.headers);
        case 'refused':
          return Response.json(payment.body, payment);
        case 'malformed':
          return Response.json({ error: { code: 'payment_malformed', message: payment.detail } }, { status: 400 });
        case 'none': {
          const challenge = payments.challenge(article, 'live');
          return new Response(challenge.text, challenge);
        }
      }
    }
  }
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
  const payments = createArticlePayments(services, createPaywall(services));
  const answer = (request: Request) => answerArticle(request, { services, payments });
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
