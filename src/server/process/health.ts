import type { RoutedResponse } from '../../serve/api/app.ts';
import { toBodyVariants } from '../../serve/body-variants.ts';
import { createFixedHeaders } from '../../serve/fixed-headers.ts';
import type { HttpRequest } from '../../serve/http-request.ts';

export interface Health {
  answer(pathname: string, isDraining: boolean): Promise<RoutedResponse>;
}

const paths = new Set(['/healthz', '/readyz', '/readyz/recording']);

export function isHealthPath({ method, pathname }: Pick<HttpRequest, 'method' | 'pathname'>): boolean {
  return paths.has(pathname) && (method === 'GET' || method === 'HEAD');
}

/**
 * `/healthz`: the process lives. `/readyz`: it can read, so a balancer may send it readers, whether or not the store can record;
 * not while it drains or its release is damaged. `/readyz/recording`: it can record.
 * @param about.canRecord whether a probe write succeeds, in half a second
 * @param about.isDamaged whether a file of the release is not what it was
 */
export function createHealth(about: {
  canRecord: () => Promise<boolean>;
  isDamaged: () => boolean;
  baseUrl: string;
}): Health {
  const { canRecord, isDamaged } = about;
  const headers = [...createFixedHeaders(about.baseUrl)('document', {}), 'cache-control', 'no-store'];

  function say(status: number, body: Record<string, unknown>): RoutedResponse {
    const content = toBodyVariants(
      { identity: Buffer.from(JSON.stringify(body)) },
      { type: 'application/json; charset=utf-8' },
    );
    return { reply: { status, headers, content }, own: [], operation: 'none', callerId: undefined, isSandbox: false };
  }

  return {
    async answer(pathname, isDraining) {
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
