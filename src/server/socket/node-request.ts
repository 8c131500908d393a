import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ServiceError } from '../../core/service-error.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { tooLarge } from '../../serve/http-request.ts';

/** @param target as `parseTarget` returns it */
export function fromNodeRequest(
  message: IncomingMessage,
  about: { target: string; requestId: string; clientAddress: string },
): HttpRequest {
  return new MessageAsked(message, about);
}

/** A class, since one is made for each request: its methods are not. */
class MessageAsked implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly pathname: string;
  readonly search: string;
  readonly headers: NodeHeaders;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, about: { target: string; requestId: string; clientAddress: string }) {
    const { target } = about;
    const query = target.indexOf('?');
    this.#message = message;
    this.method = message.method ?? 'GET';
    this.url = target;
    this.pathname = query < 0 ? target : target.slice(0, query);
    this.search = query < 0 ? '' : target.slice(query);
    this.headers = new NodeHeaders(message.headers);
    this.requestId = about.requestId;
    this.clientAddress = about.clientAddress;
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
