import type { APIContext } from 'astro';
import { openFile } from '../core/access/access.ts';
import type { Caller } from '../core/access/caller.ts';
import { toServiceError } from '../core/service-error.ts';
import { readPaymentAttempt, writeReceiptHeaders } from '../protocols/x402/payment-headers.ts';
import { identifyReader } from './reader-access.ts';

/** Private even for a 404: whether the file exists depends on the caller. */
export const privateHeaders = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/** Identifies the caller of a file: by a key in the Authorization header or, without one, by the reader's cookie. */
export async function identifyFileCaller({ request, cookies, locals }: APIContext, path: string): Promise<Caller> {
  const { services } = locals;
  const caller = await services.identify(request.headers.get('authorization'), path);
  // A site behind a password gets it as `Basic` with every request.
  return caller.kind === 'anonymous' ? identifyReader({ services, cookies, path }) : caller;
}

/**
 * Serves a file of a paid article to callers with access to it: by a credential, a payment, the signature of a wallet
 * that has paid, or a URL that was signed for a buyer. Returns 404 to all others, and for an unknown file.
 */
export async function servePaidFile(
  { locals: { services }, request, url }: APIContext,
  about: { path: string; caller: Caller; headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const { path, caller } = about;
  try {
    const file = await openFile(services, path, {
      caller,
      attempt: readPaymentAttempt(request),
      query: url.searchParams,
    });
    if (!file) return new Response(null, { status: 404, headers: privateHeaders });
    const { mimeType, bytes, opened } = file;
    const { settled } = opened;
    const signed = settled && (await services.receipts.issue(opened, { caller, mirror: 'live', isWanted: false }));
    const receipt = settled && writeReceiptHeaders(settled, request, services.publication.payment, { signed });
    const headers = { 'content-type': mimeType, ...about.headers, ...receipt, ...privateHeaders };
    return new Response(new Uint8Array(bytes), { headers });
  } catch (thrown) {
    const { code, status, message, retryAfter } = toServiceError(thrown);
    if (code !== 'store_unavailable') throw thrown;
    return new Response(`${message}\n`, { status, headers: { ...privateHeaders, 'retry-after': String(retryAfter) } });
  }
}
