import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../../core/service-error.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { tooLarge } from '../../serve/http-request.ts';
import { drawBytes } from '../process/random.ts';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: an ID cannot be guessed and does not repeat. */
const idLength = 16;
/** Text for many IDs is created at once: one at a time would take a fifth of our share of a cached response. */
const pageBytes = 3_072;
let page = '';
let used = 0;

/** A new name for a request: 16 characters. */
export function newRequestId(): string {
  if (used === page.length) {
    page = Buffer.from(drawBytes(pageBytes)).toString('base64url');
    used = 0;
  }
  used += idLength;
  return page.slice(used - idLength, used);
}

/** X-Request-Id is echoed when it is sane, and made otherwise: it goes into the log as it is. */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const offered = headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : newRequestId();
}

export interface RequestTarget {
  /** In origin-form, escaped no more than it must be; as it came when it has none of the forms. */
  url: string;
  /** Host of a target in absolute-form; it replaces the Host header. */
  authority: string | undefined;
}

const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)$/i;
const unreserved = /[\w.~-]/;

/**
 * One spelling for what RFC 9112 section 3.2 and RFC 3986 section 6.2.2.2 call the same: a target in absolute-form,
 * which servers must accept, loses its authority; `*`, the whole server, is its root; a letter need not be escaped.
 */
export function parseTarget({ method = '', url = '' }: { method?: string; url?: string }): RequestTarget {
  if (url.startsWith('/')) return { url: unescapePath(url), authority: undefined };
  if (url === '*' && method === 'OPTIONS') return { url: '/', authority: undefined };
  const [, authority, rest = ''] = absoluteForm.exec(url) ?? [];
  if (authority === undefined) return { url, authority };
  return { url: unescapePath(rest.startsWith('/') ? rest : `/${rest}`), authority };
}

function unescapePath(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const unescaped = path.replace(/%[2-7][0-9a-f]/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return unreserved.test(character) ? character : escaped;
  });
  return unescaped + url.slice(path.length);
}

/** @param about.target URL from `parseTarget` */
export function fromNodeRequest(
  message: IncomingMessage,
  about: { target: string; clientAddress: string },
): HttpRequest {
  return new NodeRequest(message, about);
}

/** A class, since one is made for each request: its methods are not. */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly pathname: string;
  readonly search: string;
  readonly headers: NodeHeaders;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, { target, clientAddress }: { target: string; clientAddress: string }) {
    const query = target.indexOf('?');
    this.#message = message;
    this.method = message.method ?? 'GET';
    this.url = target;
    this.pathname = query < 0 ? target : target.slice(0, query);
    this.search = query < 0 ? '' : target.slice(query);
    this.headers = new NodeHeaders(message.headers);
    this.requestId = chooseRequestId(message);
    this.clientAddress = clientAddress;
  }

  isGone(): boolean {
    return this.#message.socket.destroyed;
  }

  readBody(limit: number): Promise<Uint8Array> {
    return readMessage(this.#message, limit);
  }
}

/** Node has joined repeated headers already (`joinDuplicateHeaders`), all but one that a request does not have. */
class NodeHeaders {
  readonly #fields: IncomingHttpHeaders;

  constructor(fields: IncomingHttpHeaders) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }
}

/** Node.js discards the rest of a body that is too long or unused once the response is sent. */
function readMessage(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const announced = Number(message.headers['content-length'] ?? 0);
    if (announced > limit) return reject(tooLarge(limit));
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limit) {
        message.removeAllListeners('data').resume();
        return reject(tooLarge(limit));
      }
      chunks.push(chunk);
    });
    message.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.once('error', (cause) => {
      reject(new ServiceError('invalid_request', 'The body ended before it was whole.', { cause }));
    });
  });
}

/**
 * As many requests of a connection may wait for the response before theirs. Browsers send none so, and other clients a
 * few. All of them are read before any other connection is served.
 */
const maxWaiting = 16;

/**
 * Starts the requests of a connection one after the other. Those that a client sent before it had a response (RFC 9112
 * section 9.3.2) wait for turns of its client, whatever they cost: Node.js starts all of them at once, so that the
 * connections of one client with many requests each take the process for seconds.
 * @param takeTurn resolves when the next request of a connection may start, and rejects when too many wait
 * @returns a function that starts a request when the response before it is sent; it closes a connection on which too
 *   many wait
 */
export function createOrder(
  takeTurn: (socket: Socket) => Promise<void>,
): (message: IncomingMessage, response: ServerResponse, start: () => void) => void {
  const last = new WeakMap<Socket, { response: ServerResponse; waiting: number }>();
  return ({ socket }, response, start) => {
    const before = last.get(socket);
    if (before === undefined || before.response.writableFinished) {
      last.set(socket, { response, waiting: 0 });
      start();
      return;
    }
    const waiting = before.waiting + 1;
    if (waiting > maxWaiting) closeAtOnce(socket);
    if (socket.destroyed) return;
    last.set(socket, { response, waiting });
    before.response.once('close', () => {
      takeTurn(socket).then(
        () => socket.writable && !response.headersSent && start(),
        () => socket.destroy(),
      );
    });
  };
}

/** Index of the function that a parser of Node.js calls at the end of each head; 64 KB have two thousand heads. */
const onHead = 2;

/**
 * Closes a connection, and lets Node.js read no further request of what it has received. It has this switch, its types
 * do not.
 */
function closeAtOnce(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) {
    const read: unknown = Reflect.get(parser, onHead);
    // Parsers are used again for other connections.
    const restore = () => Reflect.set(parser, onHead, read);
    Reflect.set(parser, onHead, () => {
      restore();
      return -1;
    });
    socket.once('close', restore);
  }
  socket.destroy();
}
