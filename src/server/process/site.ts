import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { publication } from '../../../site.config.ts';
import { createDenyList } from '../../core/access/deny-list.ts';
import { createIdentify, keyCheck, tokenCheck } from '../../core/access/identify.ts';
import { createKeyring } from '../../core/access/keys.ts';
import { createSoldShelf, type SoldFigure } from '../../core/access/sold-shelf.ts';
import { createCatalogue } from '../../core/articles.ts';
import { createAuthorizationServer } from '../../core/authorization/server.ts';
import { createMemoryRateLimiter } from '../../core/limits/memory.ts';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { createSharedRateLimiter } from '../../core/limits/shared.ts';
import type { Services } from '../../core/services.ts';
import { createUrls } from '../../core/urls.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { isSharedStore, openStore } from '../../store/open.ts';
import { type App, createApp } from '../api/app.ts';
import { createHandlers, createRenderers } from '../api/handlers.ts';
import {
  type BuiltFigure,
  buildFiles,
  buildFolder,
  readBuildBytes,
  readBuildFile,
  readLibraries,
} from '../release/build-files.ts';
import type { Config } from './config.ts';
import { createSigner } from './key-crypto.ts';
import { loadKeySecrets } from './key-secret.ts';

/** A built publication, opened: its services, its API, and what must be closed again. */
export interface Site {
  services: Services;
  app: App;
  buildFolder: string;
  /** Epoch milliseconds before which a public figure is withheld, by path. */
  figureReleases: ReadonlyMap<string, number>;
  /** Can the store answer within half a second? */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

const minuteMs = 60_000;
const denyListRefreshMs = 5_000;
const readyWithinMs = 500;

/**
 * Opens build, store and keys.
 * @param about.now epoch milliseconds
 * @param about.limiter counts for a store that replicas cannot share; this process alone unless given
 * @throws Error with one plain sentence for each thing that keeps the service from starting
 */
export async function openSite(about: {
  config: Config;
  log: Logger;
  now: () => number;
  limiter?: RateLimiter | undefined;
}): Promise<Site> {
  const { config, log, now } = about;
  const folder = buildFolder(process.env);
  const { open, sold } = await readLibraries(folder, config.BASE_URL);
  const figures = await readBuildFile<BuiltFigure[]>(folder, buildFiles.figures);
  const urls = createUrls(config.BASE_URL);
  const store = await openStore({ url: config.STORE_URL, dataDir: config.DATA_DIR, now, log });
  const secrets = loadKeySecrets({
    current: config.KEY_SECRET,
    previous: config.KEY_SECRET_PREVIOUS,
    dataDir: config.DATA_DIR,
    isShared: isSharedStore(config.STORE_URL),
  });
  const denyList = createDenyList(store);
  const keyring = createKeyring({
    prefix: config.KEY_PREFIX,
    environment: 'demo',
    secrets: {
      current: createSigner(secrets.current),
      previous: secrets.previous ? createSigner(secrets.previous) : undefined,
    },
    isRevoked: denyList.isRevoked,
  });
  const knownKeys = keyCheck(keyring);
  const base = {
    publication,
    urls,
    library: open,
    catalogue: createCatalogue(open, now),
    shelf: createSoldShelf(sold, soldFigures(folder, figures)),
    search: {
      open: await loadSearch(folder, buildFiles.openIndex),
      sold: await loadSearch(folder, buildFiles.soldIndex),
      docs: await loadSearch(folder, buildFiles.docsIndex),
    },
    store,
    keyring,
    keyPrefix: config.KEY_PREFIX,
    now,
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
    log,
  };
  const server = await createAuthorizationServer({
    services: base,
    secrets: secrets.previous ? [secrets.current, secrets.previous] : [secrets.current],
    isClientRevoked: denyList.isRevoked,
  });
  const services: Services = { ...base, identify: createIdentify([knownKeys, tokenCheck(server.tokens)]) };
  const alone = about.limiter ?? createMemoryRateLimiter({ now });
  const limiter = isSharedStore(config.STORE_URL) ? createSharedRateLimiter({ store, now }) : alone;
  const limits = {
    limiter,
    policies: {
      api: { name: 'api', limit: config.RATE_LIMIT_PER_MINUTE, windowMs: minuteMs },
      subscribe: { name: 'subscribe', limit: config.SUBSCRIBE_LIMIT_PER_MINUTE, windowMs: minuteMs },
    },
  };
  const app = createApp({
    services,
    handlers: createHandlers(services, { server, denyList, ...limits }),
    renderers: createRenderers(services),
    ...limits,
  });

  const refresh = () => denyList.refresh().catch((err: unknown) => log.warn({ err }, 'the deny list stays as it was'));
  await refresh();
  const refreshing = setInterval(refresh, denyListRefreshMs).unref();

  return {
    services,
    app,
    buildFolder: folder,
    figureReleases: new Map(figures.flatMap(({ url, releaseAt }) => (releaseAt === null ? [] : [[url, releaseAt]]))),
    async isReady() {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, readyWithinMs, false).unref());
      const pong = store.ping().then(
        () => true,
        () => false,
      );
      return Promise.race([pong, timeout]);
    },
    async close() {
      clearInterval(refreshing);
      await store.close();
    },
  };
}

function soldFigures(folder: string, figures: readonly BuiltFigure[]): Map<string, SoldFigure> {
  return new Map(
    figures
      .filter(({ access }) => access === 'sold')
      .map(({ url, mimeType, slugs }) => [
        url,
        { mimeType, slugs, load: () => readFile(join(folder, 'figures', 'sold', url)) },
      ]),
  );
}

async function loadSearch(folder: string, name: string) {
  return loadIndex(await readBuildBytes(folder, name));
}
