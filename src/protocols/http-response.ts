/** What a protocol says to one request, before it is put on a wire. */
export interface HttpResponse {
  status: number;
  /** Names in lower case; each is sent once. */
  headers: Readonly<Record<string, string>>;
  /** Text (sent as UTF-8), bytes, or events as they come; undefined is no body. */
  body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** What a protocol may look at of a request; a web `Request` is one too. */
export interface RequestHead {
  readonly method: string;
  /** Path and query as asked, with or without an origin before them. */
  readonly url: string;
  readonly headers: { get(name: string): string | null; has(name: string): boolean };
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

/** An answer of headers alone. */
export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers, body: undefined };
}
