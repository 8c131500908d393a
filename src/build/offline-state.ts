import { createDenyList } from '../core/access/deny-list.ts';
import { createKeyring } from '../core/access/keys.ts';
import { createMemoryRateLimiter } from '../core/limits/memory-limiter.ts';
import type { Release } from '../release/open-release.ts';
import type { Config } from '../server/process/config.ts';
import { createSigner } from '../server/process/key-crypto.ts';
import type { State } from '../server/process/state.ts';
import { createMemoryStore } from '../store/memory-store.ts';

/** A clock that stands at a moment when every article of a release is out. */
export function lastReleaseTime({ open }: Pick<Release, 'open'>): () => number {
  const moments = open.articles.map(({ releaseAt }) => releaseAt ?? 0);
  const latest = moments.reduce((one, other) => Math.max(one, other), Date.now());
  return () => latest;
}

/** For a service that only a command on this machine asks: nothing is written down, and a key of it is good nowhere else. */
export function createOfflineState(config: Config, now: () => number): State {
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
    limiter: createMemoryRateLimiter({ now }),
    canRecord: async () => true,
    close: () => store.close(),
  };
}
