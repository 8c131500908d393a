import type { APIContext } from 'astro';
import { checkOwner } from '../core/access/owner.ts';
import { defaultWeeks, maxWeeks, type Report, readRecentReport } from '../core/ledger/report.ts';
import { toServiceError } from '../core/service-error.ts';

/** Nothing of it is shown to anyone else, stored by a cache, or indexed. */
export const ownerHeaders = {
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'x-robots-tag': 'noindex, nofollow, noarchive',
} as const;

/**
 * The report of a request by the owner.
 * @returns a response instead when the secret is missing or wrong; undefined when no secret is set: then the page does
 *   not exist
 */
export async function readOwnerReport({
  request,
  url,
  locals: { services, clientAddress },
}: Pick<APIContext, 'request' | 'url' | 'locals'>): Promise<Report | Response | undefined> {
  try {
    const access = await checkOwner(services, {
      authorization: request.headers.get('authorization'),
      clientAddress,
    });
    switch (access) {
      case 'no-secret':
        return undefined;
      case 'granted':
        return await readRecentReport(services, readWeeks(url));
      case 'denied': {
        const headers = { ...ownerHeaders, 'www-authenticate': 'Basic realm="owner", charset="UTF-8"' };
        return new Response('The password is the value of OWNER_SECRET.\n', { status: 401, headers });
      }
      case 'limited':
        return new Response('Too many wrong passwords. Wait a minute.\n', {
          status: 429,
          headers: { ...ownerHeaders, 'retry-after': '60' },
        });
    }
  } catch (thrown) {
    const { code, status, message, retryAfter } = toServiceError(thrown);
    if (code !== 'store_unavailable') throw thrown;
    return new Response(`${message}\n`, { status, headers: { ...ownerHeaders, 'retry-after': String(retryAfter) } });
  }
}

function readWeeks(url: URL): number {
  const weeks = Number(url.searchParams.get('weeks') ?? defaultWeeks);
  return Number.isInteger(weeks) && weeks >= 1 && weeks <= maxWeeks ? weeks : defaultWeeks;
}
