import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '../../core/service-error.ts';
import { headerEntries } from '../../serve/fixed-headers.ts';
import { selectResponse } from '../../serve/negotiate.ts';
import type { CacheEntry } from '../../serve/response-cache.ts';
import { newRequestId } from './node-request.ts';
import { writeResponse } from './write.ts';

/** The latest response of each connection, so that none is broken into. */
export type LatestResponses = WeakMap<Duplex, { response: ServerResponse; requestId: string }>;

/** How long the client may still send before its connection is closed. */
const lingerMs = 1_000;

/**
 * Turns errors of Node's HTTP parser (400, 408, 413, 431) into the usual problem body and closes the connection,
 * because the start of the next request is unknown.
 * @param about.onRefusal notified of responses that belong to no request, for the log and the metrics
 */
export function handleParserErrors(about: {
  server: Server;
  latest: LatestResponses;
  errorEntry: (error: ServiceError, requestId: string) => CacheEntry;
  onRefusal: (refused: { requestId: string; status: number }) => void;
}): void {
  const { server, latest, onRefusal } = about;
  const refused = new WeakSet<Duplex>();

  function rejectOnSocket(socket: Duplex, { error, method }: Unreadable) {
    const requestId = newRequestId();
    const bytes = toHttp1(about.errorEntry(error, requestId), { requestId, method });
    if (!socket.writable) return;
    socket.end(bytes);
    onRefusal({ requestId, status: error.status });
    // RFC 9112 section 9.6: keep reading for a moment, or a reset could overtake the response.
    const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(cut));
  }

  function refuse(socket: Duplex, unreadable: Unreadable) {
    const { error } = unreadable;
    const { response, requestId } = latest.get(socket) ?? {};
    if (!response || (response.req.complete && response.writableFinished)) return rejectOnSocket(socket, unreadable);
    if (response.req.complete) {
      // The bytes that cannot be read come after a request that is still being answered: in its turn (RFC 9112 section
      // 9.3.2).
      response.once('close', () => rejectOnSocket(socket, unreadable));
      return;
    }
    if (response.headersSent) {
      socket.destroy();
      return;
    }
    const id = requestId ?? newRequestId();
    void writeResponse(
      response,
      selectResponse(about.errorEntry(error, id), { ...anyRequest, requestId: id }, { own: ['connection', 'close'] }),
    );
  }

  server.on('clientError', (cause: ParserError, socket) => {
    if (refused.has(socket)) return; // each further packet is one more error
    // A request after the last one is not read, and the last response is still sent.
    if (cause.code === 'HPE_CLOSED_CONNECTION') return;
    const error = toRefusal(cause);
    if (!error || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    refuse(socket, { error, method: methodOf(cause) });
  });
  server.on('connect', (_message, socket: Duplex) => {
    // Node lets go of the socket here.
    socket.on('error', () => socket.destroy()).resume();
    refuse(socket, { error: new ServiceError('method_not_allowed', 'This is not a proxy.'), method: 'CONNECT' });
  });
}

type ParserError = NodeJS.ErrnoException & { reason?: string; rawPacket?: Buffer; bytesParsed?: number };

interface Unreadable {
  error: ServiceError;
  method: string;
}

/** Reads the method of an unreadable request: a response to HEAD has no body in any case (RFC 9110 section 9.3.2). */
function methodOf({ rawPacket, bytesParsed }: ParserError): string {
  const read = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? '';
  const before = read.lastIndexOf('\r\n\r\n');
  return read.startsWith('HEAD ', before < 0 ? 0 : before + 4) ? 'HEAD' : 'GET';
}

/** @returns undefined for what is wrong with the connection, not with what came over it */
function toRefusal({ code = '', reason }: ParserError): ServiceError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ServiceError('payload_too_large', 'Chunk extensions are not read.');
  if (!code.startsWith('HPE_')) return undefined;
  return new ServiceError('invalid_request', `It cannot be read as HTTP/1.1${reason ? `: ${reason}` : ''}.`);
}

/** Stands in for a request that could not be read. */
const anyRequest = { method: 'GET', headers: { get: () => null } };

/** Serializes a complete response, the last of its connection. */
function toHttp1(entry: CacheEntry, of: { requestId: string; method: string }): Buffer {
  const own = ['date', new Date().toUTCString(), 'connection', 'close'];
  const { status, headers, body } = selectResponse(entry, { ...anyRequest, ...of }, { own });
  const fields = headerEntries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return body instanceof Uint8Array ? Buffer.concat([head, body]) : head;
}
