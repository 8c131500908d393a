import { z } from 'zod';
import { centuryMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';

/** Ids on one page; a refresh reads the page that was last not full, and what came after it. */
const pageSize = 500;

/** Keys do not expire, so neither may their revocation. */
const pages = record({ prefix: 'revoked', schema: z.array(z.string()), ttlMs: centuryMs });

export interface DenyList {
  isRevoked(id: string): boolean;
  /** Refuses the key here at once, and in every other process at its next refresh. */
  revoke(id: string): Promise<void>;
  /** Loads what other processes revoked. If the store cannot reply, known revocations remain. */
  refresh(): Promise<void>;
}

/**
 * The ids of revoked keys, in memory so that a read needs no store, and in the store so that they outlive the process.
 */
export function createDenyList(store: Store): DenyList {
  const revoked = new Set<string>();
  /** All pages before this one are full, and known. */
  let page = 0;

  async function refresh() {
    for (let next = page; ; next += 1) {
      const ids = (await pages.find(store, `${next}`)) ?? [];
      for (const id of ids) revoked.add(id);
      if (ids.length < pageSize) return;
      page = Math.max(page, next + 1);
    }
  }

  return {
    isRevoked: (id) => revoked.has(id),
    refresh,
    async revoke(id) {
      revoked.add(id);
      for (;;) {
        const isWritten = await pages.update(store, `${page}`, (ids = []) => {
          if (ids.includes(id)) return { op: 'keep', result: true };
          if (ids.length >= pageSize) return { op: 'keep', result: false };
          return { op: 'put', value: [...ids, id], result: true };
        });
        if (isWritten) return;
        await refresh();
      }
    },
  };
}
