import type { Logger } from 'pino';
import { createUrls } from '../../contract/urls.ts';
import { createVersions } from '../../core/access/article-versions.ts';
import { createIdentify, keyCheck, tokenCheck } from '../../core/access/identify.ts';
import { proveOwner } from '../../core/access/owner.ts';
import { createPaidContent } from '../../core/access/paid-content.ts';
import { readListRequest } from '../../core/article-lists.ts';
import { createCatalogue } from '../../core/articles.ts';
import { createAuthorizationServer } from '../../core/authorization/authorization-server.ts';
import { createReceipts } from '../../core/evidence/receipts.ts';
import { afterNextTurn } from '../../core/limits/turns.ts';
import { prepareSignatureChecks } from '../../core/payment/signature.ts';
import type { Services } from '../../core/services.ts';
import { publication } from '../../library/current-publication.ts';
import { minuteMs } from '../../library/durations.ts';
import { createAgentNames } from '../../protocols/agent-names.ts';
import { createClientDocuments } from '../../protocols/oauth/client-documents.ts';
import { paymentHeaders } from '../../protocols/x402/payment-headers.ts';
import type { Release } from '../../release/open-release.ts';
import { readOtherIndexes } from '../../release/version-texts.ts';
import type { Policies } from '../../serve/api/admission.ts';
import { openApp } from '../../serve/open-app.ts';
import { renderPage } from '../../serve/pages/astro.ts';
import type { App } from '../../serve/serve.ts';
import { openReleaseSearch } from '../search/release-search.ts';
import type { Config } from './config.ts';
import { createDocumentFetcher } from './document-fetcher.ts';
import { drawBytes } from './random.ts';
import type { State } from './state.ts';

/** One release, open for business: its services, and the way of every request. */
export interface ServedRelease {
  services: Services;
  app: App;
  /**
   * Does what would make the first payment and the first page of each kind take a hundred times as long as the next,
   * while all other callers wait.
   * @throws Error when one of the pages cannot be rendered
   */
  prepare(): Promise<void>;
  release: Release;
  /** Closes the release, once nothing of it is served. */
  close(): Promise<void>;
}

/**
 * Connects a release with the state.
 * @param about.now epoch milliseconds
 * @param about.cacheBytes maximum size of all cached responses together
 */
export async function serveRelease(about: {
  release: Release;
  state: State;
  config: Config;
  log: Logger;
  now: () => number;
  cacheBytes?: number | undefined;
}): Promise<ServedRelease> {
  const { release, state, config, cacheBytes = 24 * 1024 * 1024 } = about;
  const { denyList, limiter } = state;
  const { prebuilt } = release;
  const { services, server, search } = await openServices(about);
  const policies: Policies = {
    api: { name: 'api', limit: config.RATE_LIMIT_PER_MINUTE, windowMs: minuteMs },
    subscribe: { name: 'subscribe', limit: config.SUBSCRIBE_LIMIT_PER_MINUTE, windowMs: minuteMs },
  };
  const { host } = new URL(config.BASE_URL);
  const figureReleases = release.figures.flatMap(({ url, releaseAt }): [string, number][] =>
    releaseAt === null ? [] : [[url, releaseAt]],
  );
  const app = openApp({
    ...{ services, server, denyList, limiter, policies, prebuilt, cacheBytes },
    site: {
      figureReleases: new Map(figureReleases),
      async render({ method, url, headers, clientAddress, body }) {
        // Astro reads the host into request.url: it gets the configured one, whatever the client sent.
        const request = { method, url, headers: { ...(headers && pageHeaders(headers)), host }, body };
        const notFound = async () => new Response(null, { status: 404 });
        return renderPage(await release.loadPages(), request, { services, app, notFound, clientAddress });
      },
    },
  });
  return {
    services,
    app,
    release,
    async prepare() {
      prepareSignatureChecks();
      await search.prepare();
      await release.loadPages();
      for (const path of preparedPaths) {
        await new Promise<void>(afterNextTurn);
        const request = new Request(new URL(path, config.BASE_URL));
        const { status } = await app.fetch(request, { requestId: 'prepare', clientAddress: '' });
        if (status !== 200) throw new Error(`${path} returns ${status}.`);
      }
      await new Promise<void>(afterNextTurn);
      services.completer.complete('a', { limit: 1, isVisible: () => false });
      await new Promise<void>(afterNextTurn);
      // The first question lists the names of authors and tags.
      readListRequest('articles by a', { released: services.catalogue.list() });
    },
    async close() {
      await search.close();
      await release.close();
    },
  };
}

/** A page of each kind that is rendered for its readers, and not at the build. */
const preparedPaths = ['/', '/articles?tier=free', '/search?q=a', '/verify'];

async function openServices({ release, state, config, log, now }: Parameters<typeof serveRelease>[0]) {
  const { store, keyring, denyList, secrets, ledger, notices } = state;
  const urls = createUrls(config.BASE_URL, publication.formerUrls);
  const catalogue = createCatalogue(release.open, now);
  const search = openReleaseSearch({ release, catalogue, now, workers: config.WORKERS });
  const base = {
    publication,
    urls,
    library: release.open,
    catalogue,
    paidContent: createPaidContent(release.paid, release.paidFigures),
    versions: createVersions(release.texts.index, release.texts.read, urls, () => readOtherIndexes(release.folder)),
    search: search.indexes,
    quotes: release.quotes,
    completer: release.completer,
    store,
    ledger,
    notices,
    ownerProof: config.OWNER_SECRET === undefined ? undefined : proveOwner(keyring, config.OWNER_SECRET),
    keyring,
    now,
    randomBytes: drawBytes,
    log,
  };
  const readSite = createDocumentFetcher();
  const server = await createAuthorizationServer({
    services: base,
    secrets,
    isClientRevoked: denyList.isRevoked,
    readDocument: createClientDocuments({ readSite, now }),
  });
  const services: Services = {
    ...base,
    receipts: createReceipts(base, server.signingKeys),
    nameAgent: createAgentNames({ urls, readSite, now }),
    identify: createIdentify([keyCheck(keyring), tokenCheck(server.tokens, base.urls)]),
  };
  return { services, server, search };
}

/** Headers and cookies that a personalized page may read. */
const seen = [
  ...['accept', 'authorization', 'content-length', 'content-type', 'cookie', 'origin', 'sec-fetch-site'],
  ...paymentHeaders,
];

function pageHeaders(headers: { get(name: string): string | null }): Record<string, string> {
  return Object.fromEntries(
    seen.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
