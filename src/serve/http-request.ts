import { ServiceError } from '../core/service-error.ts';
import type { HttpRequest } from '../protocols/http.ts';

/** Makes our request of the web platform's: for tests, and for pages that call the API. */
export function fromWebRequest(request: Request, about: { requestId: string; clientAddress: string }): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    pathname,
    search,
    headers: request.headers,
    ...about,
    async readBody(limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > limit) throw tooLarge(limit);
      return bytes;
    },
  };
}

/** @param limit bytes that an operation or a page takes */
export function tooLarge(limit: number): ServiceError {
  return new ServiceError('payload_too_large', `The limit is ${limit} bytes.`);
}
