import type { DenyList } from '../core/access/deny-list.ts';
import type { AuthorizationServer } from '../core/authorization/authorization-server.ts';
import type { RateLimiter } from '../core/limits/rate-limit.ts';
import { afterNextTurn, createTurns } from '../core/limits/turns.ts';
import type { Services } from '../core/services.ts';
import { createLimits, type Policies } from './api/admission.ts';
import { createHandlers, createRenderers } from './api/operation-handlers.ts';
import { createOnDemandEncoder } from './on-demand.ts';
import { createReadingSite, type SiteOptions } from './pages/reading-site.ts';
import { createRecorder, recordResponses } from './recorder.ts';
import { createResponseCache, noPrebuiltResponses, type PrebuiltResponses } from './response-cache.ts';
import { createRoutes } from './routes.ts';
import { type App, createApp } from './serve.ts';

/**
 * Assembles the path of a request: the route table, the cache, the limits, the operations and, if given, the reading
 * site.
 * @param about.prebuilt responses that the build created; none by default
 * @param about.cacheBytes maximum size of all cached responses together
 */
export function openApp(about: {
  services: Services;
  server: AuthorizationServer;
  denyList: DenyList;
  limiter: RateLimiter;
  policies: Policies;
  prebuilt?: PrebuiltResponses;
  cacheBytes: number;
  site?: Pick<SiteOptions, 'figureReleases' | 'render'>;
}): App {
  const { services, prebuilt = noPrebuiltResponses, cacheBytes, site } = about;
  const cache = createResponseCache({ maxBytes: cacheBytes, catalogue: services.catalogue, prebuilt });
  const turns = createTurns({ defer: afterNextTurn });
  const encode = createOnDemandEncoder();
  const limits = createLimits({ ...about, turns });
  const routes = createRoutes(prebuilt.has);
  const recorder = createRecorder(services);
  const app = createApp({
    services,
    routes,
    note: recorder.note,
    ...createHandlers(services, about),
    renderers: createRenderers(services),
    cache,
    encode,
    limits,
    ...(site && { pages: createReadingSite({ services, cache, encode, prebuilt, limits, ...site }) }),
  });
  return recordResponses(app, routes, recorder);
}
