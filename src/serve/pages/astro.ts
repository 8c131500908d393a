import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HttpRequest } from '../../protocols/http.ts';
import type { SelectedResponse } from '../negotiate.ts';

/**
 * Renders the page at a URL for one reader, or without headers for all; undefined when no page is there after all.
 * Names of headers are in lower case; `set-cookie` may come more than once.
 */
export type RenderPage = (
  request: Pick<HttpRequest, 'method' | 'url' | 'clientAddress'> & {
    headers: HttpRequest['headers'] | undefined;
    body?: Uint8Array;
  },
) => Promise<(Pick<SelectedResponse, 'status' | 'headers'> & { body: Buffer }) | undefined>;

/** The handler that @astrojs/node exports in middleware mode. */
export type AstroHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  next: (cause?: unknown) => void,
  locals: App.Locals,
) => Promise<void> | void;

/**
 * Renders one page with Astro's Node.js handler, on a request and a response without a socket. The result is an
 * ordinary response that the shared writer sends.
 * @param request the parts that a page may read: nothing else of the real request reaches Astro
 * @returns undefined when Astro has no page at this path
 */
export function renderPage(
  handler: AstroHandler,
  request: Pick<HttpRequest, 'method' | 'url'> & {
    headers: Readonly<Record<string, string>>;
    body?: Uint8Array | undefined;
  },
  locals: App.Locals,
): ReturnType<RenderPage> {
  return new Promise((resolve, reject) => {
    const message = toMessage(request);
    const response = new Collector(message, resolve);
    const next = (cause?: unknown) => (cause ? reject(cause) : resolve(undefined));
    Promise.resolve(handler(message, response, next, locals)).catch(reject);
  });
}

function toMessage({ method, url, headers, body }: Parameters<typeof renderPage>[1]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.assign(message, { method, url, headers, rawHeaders: Object.entries(headers).flat(), httpVersion: '1.1' });
  if (body && body.byteLength > 0) message.push(body);
  message.push(null);
  message.complete = true;
  return message;
}

class Collector extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #done: (page: Awaited<ReturnType<RenderPage>>) => void;

  constructor(message: IncomingMessage, done: (page: Awaited<ReturnType<RenderPage>>) => void) {
    super(message);
    this.#done = done;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.at(-1);
    if (typeof headers === 'object' && headers !== null) {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value);
    }
    return this;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk);
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  }

  /** Astro calls this when a page fails after its first bytes were written. */
  override destroy(): this {
    this.#done({ status: 500, headers: [], body: Buffer.alloc(0) });
    return this;
  }

  override end(chunk?: unknown): this {
    this.#keep(chunk);
    const headers = Object.entries(this.getHeaders()).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [String(value)]).flatMap((one) => [name, one]),
    );
    this.#done({ status: this.statusCode, headers, body: Buffer.concat(this.#chunks) });
    this.emit('finish');
    this.emit('close');
    return this;
  }

  #keep(chunk: unknown) {
    if (typeof chunk === 'string') this.#chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }
}
