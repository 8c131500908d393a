import type { HttpResponse } from '../../src/protocols/http.ts';
import { toWebStream } from '../../src/serve/web.ts';

/** What a protocol says, as tests like to read it. */
export function toWebResponse({ status, headers, body }: HttpResponse): Response {
  const content =
    body === undefined || typeof body === 'string'
      ? body
      : body instanceof Uint8Array
        ? new Uint8Array(body)
        : toWebStream(body);
  return new Response(content ?? null, { status, headers });
}
