import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { createDenyList, type DenyList } from '../../core/access/deny-list.ts';
import { createKeyring, createSigner, type Keyring } from '../../core/access/keys.ts';
import { createLedger, type Ledger, noLedger } from '../../core/ledger/ledger.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../../core/limits/rate-limit.ts';
import { createSharedRateLimiter } from '../../core/limits/shared.ts';
import { createReleaseNotices, type ReleaseNotices } from '../../core/release-notices.ts';
import { publication } from '../../library/current-publication.ts';
import { isSharedStore, openStore, stateFile } from '../../store/open-store.ts';
import { createOutageLog } from '../../store/outage-log.ts';
import type { Store } from '../../store/store.ts';
import type { Config } from './config.ts';
import { loadKeySecrets } from './key-secret.ts';
import { drawBytes } from './random.ts';
import { createRecordingProbe } from './recording.ts';

/** State that outlives every release: the store, the keys, the counters. */
export interface State {
  store: Store;
  /** The secret that signs, then the previous one, whose signatures are still valid. */
  secrets: readonly [string, ...string[]];
  keyring: Keyring;
  denyList: DenyList;
  limiter: RateLimiter;
  ledger: Ledger;
  notices: ReleaseNotices;
  /** Does the store complete a write within half a second? */
  canRecord(): Promise<boolean>;
  close(): Promise<void>;
}

const denyListRefreshMs = 5_000;
/** A killed process loses the counts of this time. */
const ledgerFlushMs = 1_000;

/**
 * Opens the store, the keys and the counters.
 * @param about.now epoch milliseconds
 * @param about.limiter the limiter for a store that replicas cannot share; by default it counts in this process alone
 * @throws Error with a sentence for each reason why the service cannot start
 */
export async function openState(about: {
  config: Config;
  log: Logger;
  now: () => number;
  limiter?: RateLimiter | undefined;
}): Promise<State> {
  const { config, log, now } = about;
  const { current, previous } = loadKeySecrets({
    current: config.KEY_SECRET,
    previous: config.KEY_SECRET_PREVIOUS,
    dataDir: config.DATA_DIR,
    isShared: isSharedStore(config.STORE_URL),
    state: stateFile(config.STORE_URL, config.DATA_DIR),
  });
  const store = await openStore({
    url: config.STORE_URL,
    dataDir: config.DATA_DIR,
    now,
    log,
    prefix: config.STORE_PREFIX,
    waitReplicas: config.STORE_WAIT_REPLICAS,
  });
  const denyList = createDenyList(store);
  const keyring = createKeyring({
    prefix: config.KEY_PREFIX,
    environment: 'demo',
    secrets: { current: createSigner(current), previous: previous ? createSigner(previous) : undefined },
    isRevoked: denyList.isRevoked,
  });
  const limiter = isSharedStore(config.STORE_URL)
    ? createSharedRateLimiter({ store, now })
    : (about.limiter ?? createMemoryRateLimiter({ seed: randomInt(2 ** 32), now }));

  const report = createOutageLog(log, {
    failed: 'the deny list is not updated until the store responds',
    back: 'the deny list is read again',
  });
  const refresh = () => denyList.refresh().then(() => report(undefined), report);
  await refresh();
  const refreshing = setInterval(refresh, denyListRefreshMs).unref();
  const { language } = publication;
  const ledger =
    config.LEDGER === 'on' ? createLedger({ store, now, log, randomBytes: drawBytes, language }) : noLedger;
  const flushing = setInterval(() => ledger.flush(), ledgerFlushMs).unref();

  return {
    store,
    secrets: previous ? [current, previous] : [current],
    keyring,
    denyList,
    limiter,
    ledger,
    notices: createReleaseNotices(),
    canRecord: createRecordingProbe({ store, now }),
    async close() {
      clearInterval(refreshing);
      clearInterval(flushing);
      await ledger.flush();
      await store.close();
    },
  };
}
