import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUrls } from '../contract/urls.ts';
import { createVersions } from '../core/access/article-versions.ts';
import { createIdentify, keyCheck, tokenCheck } from '../core/access/identify.ts';
import { createKeyring, createSigner } from '../core/access/keys.ts';
import { createPaidContent } from '../core/access/paid-content.ts';
import { createCatalogue } from '../core/articles.ts';
import { createAuthorizationServer } from '../core/authorization/authorization-server.ts';
import { makeSigningPair } from '../core/authorization/signing-keys.ts';
import { createReceipts } from '../core/evidence/receipts.ts';
import { openArticleSearch } from '../core/question-answering.ts';
import type { Services } from '../core/services.ts';
import { publication } from '../library/current-publication.ts';
import { sha256 } from '../library/digest.ts';
import { parts } from '../library/release-parts.ts';
import { openRelease } from '../release/open-release.ts';
import { openCompletions } from '../search/completions.ts';
import { createRenderers } from '../serve/api/operation-handlers.ts';
import { openApp } from '../serve/open-app.ts';
import { createOfflineState } from './offline-state.ts';

/** Begun early, because a build would wait for it. */
const pair = makeSigningPair();

const secret = 'signs the keys of examples, which open nothing';

/**
 * The service over a finished build folder, without a socket, to be asked for examples: its clock stands, its
 * randomness repeats, its keys are worth nothing elsewhere, and it holds no paid body at all.
 */
export async function openExampleService(folder: string, config: { BASE_URL: string; KEY_PREFIX: string }) {
  const { open, paid, search, quotes, texts } = await openRelease(folder, { hasPrebuilt: false });
  // A clock at the date of a scheduled article would show that article in every example.
  const released = open.articles.filter(({ releaseAt }) => releaseAt === null);
  const newest =
    released
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '2026-01-01';
  const now = () => Date.parse(newest);
  const { store, denyList, ledger, notices, limiter } = createOfflineState(config, now);
  const keyring = createKeyring({
    prefix: config.KEY_PREFIX,
    environment: 'example',
    secrets: { current: createSigner(secret), previous: undefined },
    isRevoked: denyList.isRevoked,
  });
  const known = keyCheck(keyring);
  const urls = createUrls(config.BASE_URL);
  const catalogue = createCatalogue({ articles: released, withdrawn: open.withdrawn }, now);
  const articleSearch = openArticleSearch(search.open, catalogue);
  const base: Omit<Services, 'identify' | 'receipts' | 'nameAgent'> = {
    publication,
    urls,
    library: open,
    catalogue,
    paidContent: createPaidContent({ ...paid, articles: [] }),
    versions: createVersions(texts.index, async (part) => ({ ...(await texts.read(part)), paid: null }), urls),
    search: { docs: search.docs, open: articleSearch, paid: articleSearch },
    quotes: { public: quotes.public, paid: quotes.public },
    completer: openCompletions(await readFile(join(folder, parts.completions))),
    ...{ store, ledger, notices },
    ownerProof: undefined,
    keyring,
    now,
    randomBytes: repeatable(),
    log: { info() {}, warn() {}, error() {} },
  };
  const server = await createAuthorizationServer({
    services: base,
    secrets: [secret],
    isClientRevoked: denyList.isRevoked,
    makePair: () => pair,
  });
  const services: Services = {
    ...base,
    receipts: createReceipts(base, server.signingKeys),
    nameAgent: async () => undefined,
    identify: createIdentify([known, tokenCheck(server.tokens, base.urls)]),
  };
  const generous = { limit: 600, windowMs: 60_000 };
  const app = openApp({
    ...{ services, server, denyList, limiter, cacheBytes: 1_000_000 },
    policies: { api: { name: 'api', ...generous }, subscribe: { name: 'subscribe', ...generous } },
  });
  return { app, services, renderers: createRenderers(services) };
}

/** The same bytes in every build, so that the description is too. */
function repeatable(): (length: number) => Uint8Array {
  let calls = 0;
  return (length) => {
    calls += 1;
    const bytes: number[] = [];
    for (let block = 0; bytes.length < length; block += 1) {
      bytes.push(...Buffer.from(sha256(`${calls} ${block}`), 'hex'));
    }
    return Uint8Array.from(bytes.slice(0, length));
  };
}
