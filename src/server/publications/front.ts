import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createUrls } from '../../contract/urls.ts';
import { ServiceError } from '../../core/service-error.ts';
import { retryHeader, toWireError } from '../../protocols/wire-error.ts';
import { toJsonVariants } from '../../serve/body-variants.ts';
import { createFixedHeaders } from '../../serve/fixed-headers.ts';
import { selectResponse } from '../../serve/negotiate.ts';
import type { CacheEntry } from '../../serve/response-cache.ts';
import type { RequestLine } from '../process/request-log.ts';
import { drain } from '../socket/drain.ts';
import { continueReading, type FirstRequest } from '../socket/first-request.ts';
import { checkRequest } from '../socket/guard.ts';
import { takeConnections } from '../socket/handed-connections.ts';
import { requestLimits } from '../socket/listen.ts';
import { fromNodeRequest, parseTarget } from '../socket/node-request.ts';
import { handleParserErrors, type LatestResponses } from '../socket/parser-errors.ts';
import { writeResponse } from '../socket/write.ts';

const ownHealthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Responds to the requests that reach no publication: health checks, unknown hosts, publications that cannot be opened.
 */
export interface Front {
  take(socket: Socket, first: FirstRequest, error?: ServiceError): void;
  /** Lets responses complete. */
  stop(): Promise<void>;
}

/**
 * Each connection ends with its response: the next request may be for a publication.
 * @param about.record notified of each response, for the log and the metrics
 * @param about.clientOf determines the IP of the caller
 */
export function createFront(about: {
  record: (line: RequestLine) => void;
  clientOf: (peer: string | undefined, first: FirstRequest) => string;
}): Front {
  const { record, clientOf } = about;
  const errors = new WeakMap<Socket, ServiceError>();
  const clients = new WeakMap<Socket, string>();
  const latest: LatestResponses = new WeakMap();
  const server = createServer(requestLimits);
  let isStopping = false;
  const none = { operation: 'none', callerId: undefined, isSandbox: false } as const;

  handleParserErrors({
    server,
    latest,
    errorEntry,
    onRefusal: ({ requestId, status }) => record({ ...none, requestId, status, method: '', ms: 0 }),
  });
  server.on('request', handle);
  server.on('checkExpectation', handle);
  const { open, take } = takeConnections(server);

  function handle(message: IncomingMessage, response: ServerResponse): void {
    const { url, authority } = parseTarget(message);
    const clientAddress = clients.get(message.socket) ?? '';
    const request = fromNodeRequest(message, { target: url, clientAddress });
    const { requestId, method, pathname } = request;
    latest.set(message.socket, { response, requestId });
    const entry = ownHealthPaths.has(pathname)
      ? checkHealth(pathname)
      : errorEntry(findError(message, { url, authority }), requestId);
    void writeResponse(response, selectResponse(entry, request, { own: ['connection', 'close'] }));
    record({ ...none, requestId, status: entry.status, method, ms: 0, path: pathname, clientAddress });
  }

  function findError(message: IncomingMessage, about: { url: string; authority: string | undefined }): ServiceError {
    const { rawHeaders, socket } = message;
    const refused = checkRequest({ ...about, rawHeaders }, () => errors.has(socket));
    return refused ?? errors.get(socket) ?? new ServiceError('misdirected_request');
  }

  /** The process lives, and is ready until it stops. Whether records can be stored is known by each publication. */
  function checkHealth(pathname: string): CacheEntry {
    const isDraining = isStopping && pathname === '/readyz';
    return toEntry(isDraining ? 503 : 200, { status: isDraining ? 'draining' : 'ok' });
  }

  return {
    take(socket, first, error) {
      if (error) errors.set(socket, error);
      clients.set(socket, clientOf(first.remoteAddress ?? socket.remoteAddress, first));
      continueReading(socket);
      take(socket, first.bytes);
    },
    async stop() {
      isStopping = true;
      await drain(server, open).isEmpty;
    },
  };
}

// Any base URL: the headers do not depend on it, and an error of no publication has no documentation.
const urls = createUrls('http://localhost');
const fixed = createFixedHeaders(urls.base)('operation');

function errorEntry(error: ServiceError, requestId: string): CacheEntry {
  const { docs_url: _, ...body } = toWireError(error, urls, requestId);
  return toEntry(error.status, { error: body }, Object.entries(retryHeader(error)).flat());
}

function toEntry(status: number, body: unknown, headers: readonly string[] = []): CacheEntry {
  const all = [...fixed, 'cache-control', 'no-store', ...headers];
  return { status, headers: all, content: toJsonVariants(body) };
}
