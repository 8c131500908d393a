import { toServiceError } from '../core/service-error.ts';

/**
 * Waits for a search.
 * @returns in place of the result, if it takes too long: a 503 without content, which the server turns into the page of
 *   that error
 */
export async function searchInTime<Found>(searching: Promise<Found>): Promise<Found | Response> {
  try {
    return await searching;
  } catch (thrown) {
    const { code, status, retryAfter } = toServiceError(thrown);
    if (code !== 'search_unavailable') throw thrown;
    return new Response(null, { status, headers: { 'retry-after': String(retryAfter) } });
  }
}
