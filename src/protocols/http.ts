/** One request, as everything behind the socket sees it. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: { get(name: string): string | null; has(name: string): boolean };
  /** Path and query of the request line, normalized (see `parseTarget`). */
  readonly url: string;
  readonly pathname: string;
  /** The query with its `?`; empty when there is none. */
  readonly search: string;
  readonly requestId: string;
  /** The key by which a caller without a credential is counted: `groupAddress` of its IP address. */
  readonly clientAddress: string;
  /** Has the client closed the connection? */
  isGone?(): boolean;
  /**
   * Reads the complete body. Its bytes are counted while they arrive, so a chunked body is limited too.
   * @param limit bytes
   * @throws ServiceError payload_too_large, or invalid_request when it ends early
   */
  readBody(limit: number): Promise<Uint8Array>;
}

/** The response of a protocol to one request, before it is encoded. */
export interface HttpResponse {
  status: number;
  /** Names in lower case; each is sent once. */
  headers: Readonly<Record<string, string>>;
  /** Text (sent as UTF-8), bytes, or events as they arrive; undefined means no body. */
  body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** Clients name a few; a header of 16 KB with thousands takes ten times as long as the rest of a cached response. */
const maxListItems = 100;

/** The items of a list in a header (RFC 9110 section 5.6.1), the first hundred of them. */
export function splitList(field: string): string[] {
  return field.split(',', maxListItems);
}

/** The items of a list with weights (RFC 9110 section 12.4.2), in lower case; a weight that is not one counts as 0. */
export function splitWeighted(field: string): { item: string; weight: number }[] {
  return splitList(field.toLowerCase()).map((text) => {
    const [item = '', ...parameters] = text.split(';').map((part) => part.trim());
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { item, weight: q >= 0 && q <= 1 ? q : 0 };
  });
}

export const jsonType = 'application/json; charset=utf-8';

/** @param about.status 200 unless given */
export function jsonResponse(
  body: unknown,
  about: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): HttpResponse {
  return {
    status: about.status ?? 200,
    headers: { 'content-type': jsonType, ...about.headers },
    body: JSON.stringify(body),
  };
}

export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers, body: undefined };
}

/**
 * Decodes a header value that is standard base64 of UTF-8 text.
 * @throws DOMException for invalid base64, TypeError for invalid UTF-8
 */
export function decodeBase64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
