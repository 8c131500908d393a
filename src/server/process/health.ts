import { toJsonVariants } from '../../serve/body-variants.ts';
import { createFixedHeaders } from '../../serve/fixed-headers.ts';
import type { CacheEntry } from '../../serve/response-cache.ts';

export interface Health {
  check(pathname: string, isDraining: boolean): Promise<CacheEntry>;
}

/** Served before the Host check, because probes use the IP address. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/readyz/recording']);

/**
 * `/healthz`: the process lives. `/readyz`: it can read, so a balancer may send it readers, whether or not the store
 * can record; not while it drains or its release is damaged. `/readyz/recording`: it can record.
 * @param about.canRecord whether a probe write succeeds, in half a second
 * @param about.isDamaged whether a file of the release is not what it was
 */
export function createHealth(about: {
  canRecord: () => Promise<boolean>;
  isDamaged: () => boolean;
  baseUrl: string;
}): Health {
  const { canRecord, isDamaged } = about;
  const headers = [...createFixedHeaders(about.baseUrl)('document'), 'cache-control', 'no-store'];

  function say(status: number, body: Record<string, unknown>): CacheEntry {
    return { status, headers, content: toJsonVariants(body) };
  }

  return {
    async check(pathname, isDraining) {
      if (pathname === '/healthz') return say(200, { status: 'ok' });
      const recording = await canRecord();
      if (pathname === '/readyz/recording') {
        return say(recording ? 200 : 503, { status: recording ? 'ok' : 'unavailable', recording });
      }
      if (isDraining) return say(503, { status: 'draining', recording });
      return isDamaged() ? say(503, { status: 'damaged', recording }) : say(200, { status: 'ok', recording });
    },
  };
}
