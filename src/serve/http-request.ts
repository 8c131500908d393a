import { ServiceError } from '../core/service-error.ts';
import type { RequestHead } from '../protocols/http-response.ts';

/** One request, as everything behind the socket sees it. */
export interface HttpRequest extends RequestHead {
  /** Path and query as they stand in the request line, in one spelling (see `parseTarget`). */
  readonly url: string;
  readonly pathname: string;
  /** With its `?`; empty when there is none. */
  readonly search: string;
  readonly requestId: string;
  /** What a caller without a key is counted by: `groupAddress` of where the request came from. */
  readonly clientAddress: string;
  /** Has the client closed the connection? */
  isGone?(): boolean;
  /**
   * The whole body, counted as it comes: one that is sent in chunks is bounded too.
   * @param limit bytes
   * @throws ServiceError payload_too_large, or invalid_request when it ends early
   */
  readBody(limit: number): Promise<Uint8Array>;
}

/** A web request as one: for tests, for the development server, and for pages that call the API. */
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
