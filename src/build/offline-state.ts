import { createDenyList } from '../core/access/deny-list.ts';
import { createKeyring, createSigner } from '../core/access/keys.ts';
import { noLedger } from '../core/ledger/ledger.ts';
import { createMemoryRateLimiter } from '../core/limits/rate-limit.ts';
import { createReleaseNotices } from '../core/release-notices.ts';
import type { Release } from '../release/open-release.ts';
import type { Config } from '../server/process/config.ts';
import type { State } from '../server/process/state.ts';
import { createMemoryStore } from '../store/memory-store.ts';

/** A clock that is always after the release time of every article. */
export function lastReleaseTime({ open }: Pick<Release, 'open'>): () => number {
  const moments = open.articles.map(({ releaseAt }) => releaseAt ?? 0);
  const latest = moments.reduce((one, other) => Math.max(one, other), Date.now());
  return () => latest;
}

/**
 * State of a service that only a command on this machine uses: it stores nothing, and its keys are valid nowhere else.
 */
export function createOfflineState(config: Pick<Config, 'KEY_PREFIX'>, now: () => number): State {
  const store = createMemoryStore(now);
  const denyList = createDenyList(store);
  const secret = 'Nobody gets a key that is signed with this: it never leaves the command that made it.';
  return {
    store,
    denyList,
    secrets: [secret],
    keyring: createKeyring({
      prefix: config.KEY_PREFIX,
      environment: 'demo',
      secrets: { current: createSigner(secret), previous: undefined },
      isRevoked: denyList.isRevoked,
    }),
    limiter: createMemoryRateLimiter({ seed: 0, now }),
    ledger: noLedger,
    notices: createReleaseNotices(),
    canRecord: async () => true,
    close: () => store.close(),
  };
}
