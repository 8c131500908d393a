import { searchableArticle, searchableDocument, toPaidSearchEntry } from '../../src/build/searchable.ts';
import { createDenyList, type DenyList } from '../../src/core/access/deny-list.ts';
import { createIdentify, keyCheck, tokenCheck } from '../../src/core/access/identify.ts';
import { createPaidContent } from '../../src/core/access/paid-content.ts';
import { createCatalogue } from '../../src/core/articles.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../../src/core/authorization/authorization-server.ts';
import { createReceipts } from '../../src/core/evidence/receipts.ts';
import { createMemoryRateLimiter } from '../../src/core/limits/rate-limit.ts';
import { afterNextTurn, createTurns } from '../../src/core/limits/turns.ts';
import { openArticleSearch } from '../../src/core/question-answering.ts';
import type { Services } from '../../src/core/services.ts';
import { buildIndex } from '../../src/search/build.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { createLimits } from '../../src/serve/api/admission.ts';
import { openApp } from '../../src/serve/open-app.ts';
import type { App } from '../../src/serve/serve.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestKeyring } from './keyring.ts';
import type { CompiledLibrary, CompiledPaidLibrary } from './library.ts';
import { createTestServices } from './services.ts';

/**
 * The real app over a compiled library, with a store in memory unless given, repeatable randomness and, unless given, a
 * standing clock.
 */
export async function createTestApp(
  library: { open: CompiledLibrary; sold: CompiledPaidLibrary },
  options: {
    now?: () => number;
    store?: Store;
    limits?: { api?: number; subscribe?: number };
    deprecations?: Services['publication']['deprecations'];
    ledger?: Services['ledger'];
    nameAgent?: Services['nameAgent'];
  } = {},
): Promise<{
  app: App;
  services: Services;
  server: AuthorizationServer;
  denyList: DenyList;
  limits: ReturnType<typeof createLimits>;
}> {
  const { open, sold } = library;
  const { now = () => Date.UTC(2026, 10, 20) } = options;
  const { store = createMemoryStore(now) } = options;
  const denyList = createDenyList(store);
  const keyring = createTestKeyring({ isRevoked: denyList.isRevoked });
  const plain = createTestServices({ store, now, baseUrl: open.baseUrl });
  const { deprecations = plain.publication.deprecations, ledger = plain.ledger, nameAgent = plain.nameAgent } = options;
  const base = { ...plain, publication: { ...plain.publication, deprecations } };
  const soldBySlug = new Map(sold.articles.map((article) => [article.slug, article]));
  const catalogue = createCatalogue(open, now);
  const whole = open.articles.map((article) => toPaidSearchEntry(article, soldBySlug.get(article.slug)));
  const keyed: Services = {
    ...base,
    ledger,
    nameAgent,
    keyring,
    library: open,
    catalogue,
    paidContent: createPaidContent(sold),
    search: {
      open: openArticleSearch(openIndex(buildIndex(open.articles.map(searchableArticle))), catalogue),
      paid: openArticleSearch(openIndex(buildIndex(whole)), catalogue),
      docs: openIndex(buildIndex(open.pages.map(searchableDocument))),
    },
  };
  const server = await createAuthorizationServer({
    services: keyed,
    secrets: ['a secret of this test'],
    isClientRevoked: denyList.isRevoked,
  });
  const receipts = createReceipts(keyed, server.signingKeys);
  const services = {
    ...keyed,
    receipts,
    identify: createIdentify([keyCheck(keyring), tokenCheck(server.tokens, keyed.urls)]),
  };
  const { api = 1_000_000, subscribe = 1_000_000 } = options.limits ?? {};
  const limiter = createMemoryRateLimiter({ seed: 0, now });
  const policies = {
    api: { name: 'api', limit: api, windowMs: 60_000 },
    subscribe: { name: 'subscribe', limit: subscribe, windowMs: 60_000 },
  };
  const app = openApp({ services, server, denyList, limiter, policies, cacheBytes: 1_000_000 });
  const turns = createTurns({ defer: afterNextTurn });
  return { app, services, server, denyList, limits: createLimits({ services, limiter, policies, turns }) };
}
