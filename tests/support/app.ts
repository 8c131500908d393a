import { searchableArticle, searchableDocument, searchableSold } from '../../src/cli/searchable.ts';
import { createSoldShelf } from '../../src/core/access/access.ts';
import { createDenyList } from '../../src/core/access/deny-list.ts';
import { createIdentify, keyCheck, tokenCheck } from '../../src/core/access/identify.ts';
import { createCatalogue } from '../../src/core/articles.ts';
import { createAuthorizationServer } from '../../src/core/authorization/server.ts';
import { createMemoryRateLimiter } from '../../src/core/limits/memory.ts';
import type { Services } from '../../src/core/services.ts';
import { buildIndex } from '../../src/search/build.ts';
import { loadIndex } from '../../src/search/flexsearch-engine.ts';
import { type App, createApp } from '../../src/server/api/app.ts';
import { createHandlers, createRenderers } from '../../src/server/api/handlers.ts';
import { nothingPacked } from '../../src/server/release/answers.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { CompiledLibrary, CompiledSoldLibrary } from './library.ts';
import { createTestServices } from './services.ts';

/** The real app over a compiled library, with a store in memory, a standing clock and repeatable randomness. */
export async function createTestApp(library: {
  open: CompiledLibrary;
  sold: CompiledSoldLibrary;
}): Promise<{ app: App; services: Services }> {
  const { open, sold } = library;
  const now = () => Date.UTC(2026, 10, 20);
  const store = createMemoryStore(now);
  const denyList = createDenyList(store);
  const base = createTestServices({ store, now, baseUrl: open.baseUrl });
  const soldBySlug = new Map(sold.articles.map((article) => [article.slug, article]));
  const keyed: Services = {
    ...base,
    library: open,
    catalogue: createCatalogue(open, now),
    shelf: createSoldShelf(sold),
    search: {
      open: loadIndex(buildIndex(open.articles.map(searchableArticle))),
      sold: loadIndex(
        buildIndex(open.articles.map((article) => searchableSold(article, soldBySlug.get(article.slug)))),
      ),
      docs: loadIndex(buildIndex(open.pages.map(searchableDocument))),
    },
    identify: createIdentify([keyCheck(base.keyring)]),
  };
  const server = await createAuthorizationServer({
    services: keyed,
    secrets: ['a secret of this test'],
    isClientRevoked: denyList.isRevoked,
  });
  const services = { ...keyed, identify: createIdentify([keyCheck(base.keyring), tokenCheck(server.tokens)]) };
  const generous = { limit: 1_000_000, windowMs: 60_000 };
  const app = createApp({
    services,
    ...createHandlers(services, { server, denyList }),
    renderers: createRenderers(services),
    packed: nothingPacked,
    keepBytes: 1_000_000,
    limiter: createMemoryRateLimiter({ now }),
    policies: { api: { name: 'api', ...generous }, subscribe: { name: 'subscribe', ...generous } },
  });
  return { app, services };
}
