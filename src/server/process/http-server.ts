import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
// The global of this name is a getter that is run for every reading.
import { performance } from 'node:perf_hooks';
import { ServiceError } from '../../core/service-error.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { type SelectedResponse, selectResponse } from '../../serve/negotiate.ts';
import { toEdgeHeaders } from '../edge/edge-headers.ts';
import { createClientAddress, createProxyList } from '../socket/client-address.ts';
import { limitConnections, readOpenFiles } from '../socket/connections.ts';
import { type Drain, drain } from '../socket/drain.ts';
import { checkRequest, hostCheck } from '../socket/guard.ts';
import { listen, requestLimits } from '../socket/listen.ts';
import { createOrder, fromNodeRequest, parseTarget } from '../socket/node-request.ts';
import { handleParserErrors, type LatestResponses } from '../socket/parser-errors.ts';
import { writeResponse } from '../socket/write.ts';
import type { Config } from './config.ts';
import { type Health, healthPaths } from './health.ts';
import type { RequestLine } from './request-log.ts';
import type { ServedRelease } from './served-release.ts';

/**
 * Takes the place of the listener for a server whose connections another listener accepts.
 * @returns the open connections, a function that hands a request on and returns false for all requests that belong
 *   here, and whether a Host header names this publication; the settings say so by default
 */
export type AttachServer = (server: Server) => {
  open: ReadonlySet<Socket>;
  isKnownHost?(host: string): boolean;
  forwards(message: IncomingMessage, response: ServerResponse): boolean;
};

export interface HttpListener {
  /** Stops accepting connections and lets responses finish for up to ten seconds. */
  stop(): Promise<void>;
}

/**
 * Opens the socket. Every request takes the same steps: guard, cache or handler, content negotiation, write, one log
 * line. Resolves when the port accepts connections.
 * @param about.current the release that is served now
 * @param about.attach takes the place of listening on PORT
 */
export async function startListening(about: {
  config: Config;
  current: { readonly site: ServedRelease };
  health: Health;
  record: (line: RequestLine) => void;
  logError: (fields: Record<string, unknown>, message: string) => void;
  attach?: AttachServer | undefined;
}): Promise<HttpListener> {
  const { config, current, health, record, logError, attach } = about;
  const isTrusted = createProxyList(config.TRUSTED_PROXIES);
  const clientAddress = createClientAddress(isTrusted);
  let draining: Drain | undefined;

  const server = createServer({
    ...requestLimits,
    keepAliveTimeout: 70_000,
  });
  const connections = limitConnections(server, {
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    openFiles: readOpenFiles(config.WORKERS),
    isExempt: isTrusted,
  });
  // RFC 9112 section 9.6: a client that has sent its whole request may close its side and wait. Node knows the switch,
  // its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  const latest: LatestResponses = new WeakMap();
  handleParserErrors({
    server,
    latest,
    errorEntry: (error, requestId) => current.site.app.errorEntry(error, requestId),
    onRefusal: ({ requestId, status }) =>
      record({ requestId, status, method: '', ms: 0, operation: 'none', callerId: undefined, isSandbox: false }),
  });
  const inOrder = createOrder((socket) => current.site.app.takeTurn(connections.addresses.get(socket) ?? ''));
  const handed = attach?.(server);
  const isKnownHost = handed?.isKnownHost ?? hostCheck(config.BASE_URL, config.ALLOWED_HOSTS);
  server.on('request', (message, response) => handle(message, response));
  server.on('checkExpectation', (message, response) =>
    handle(message, response, new ServiceError('expectation_failed')),
  );

  function handle(message: IncomingMessage, response: ServerResponse, rejection?: ServiceError) {
    // Node.js reads on what came with the request after which the connection was closed.
    if (message.socket.destroyed) return;
    const startedAt = performance.now();
    const { url, authority } = parseTarget(message);
    const request = fromNodeRequest(message, { target: url, clientAddress: addressOf(message) });
    latest.set(message.socket, { response, requestId: request.requestId });
    inOrder(message, response, () => {
      if (!rejection && handed?.forwards(message, response)) return;
      try {
        const outcome = draining
          ? draining.stoppedAccepting.then(() => decide(message, request, authority, rejection))
          : decide(message, request, authority, rejection);
        if (outcome instanceof Promise) {
          outcome
            .then((selected) => send(request, response, selected, startedAt))
            .catch((err: unknown) => fail(err, request, response, startedAt));
        } else send(request, response, outcome, startedAt);
      } catch (err) {
        fail(err, request, response, startedAt);
      }
    });
  }

  function decide(
    message: IncomingMessage,
    request: HttpRequest,
    authority: string | undefined,
    rejection: ServiceError | undefined,
  ): SelectedResponse | Promise<SelectedResponse> {
    const { rawHeaders } = message;
    const { method, pathname } = request;
    const refused =
      rejection ??
      (connections.surplus.has(message.socket)
        ? new ServiceError('rate_limited', 'Too many connections are open.', { retryAfter: 1 })
        : undefined) ??
      checkRequest({ url: request.url, rawHeaders, authority }, isKnownHost);
    // Probes use the IP of the process, not the site's name, so this comes before the Host check.
    if (!rejection && healthPaths.has(pathname) && (method === 'GET' || method === 'HEAD')) {
      return health.check(pathname, draining !== undefined).then((entry) => selectResponse(entry, request));
    }
    return refused ? current.site.app.reject(refused, request) : current.site.app.serve(request);
  }

  function send(request: HttpRequest, response: ServerResponse, selected: SelectedResponse, startedAt: number) {
    const { status, operation, callerId, isSandbox } = selected;
    if (config.EDGE_CACHE === 'on') {
      const unchangedFor = current.site.services.catalogue.unchangedFor();
      const about = { tag: config.KEY_PREFIX, isPurged: config.EDGE_PURGE_URL !== undefined, unchangedFor };
      selected.headers = toEdgeHeaders(selected.headers, { pathname: request.pathname, ...about });
    }
    // A keep-alive connection would only delay a process that is about to end.
    if (draining) selected.headers.push('connection', 'close');
    const { requestId, method, pathname: path, clientAddress } = request;
    const note = () => {
      const ms = performance.now() - startedAt;
      record({ requestId, operation, method, status, ms, callerId, isSandbox, path, clientAddress });
    };
    const writing = writeResponse(response, selected);
    if (!writing) return note();
    writing
      .catch((err: unknown) => {
        if (!response.destroyed) logError({ err, requestId }, 'response failed');
        response.destroy();
      })
      .finally(note);
  }

  function fail(err: unknown, request: HttpRequest, response: ServerResponse, startedAt: number) {
    logError({ err, requestId: request.requestId }, 'response failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const entry = current.site.app.errorEntry(new ServiceError('internal_error'), request.requestId);
    send(request, response, selectResponse(entry, request), startedAt);
  }

  function addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return connections.addresses.get(socket) ?? '';
    const hops = Array.isArray(forwarded) ? forwarded.join(', ') : forwarded;
    return clientAddress(socket.remoteAddress ?? '', hops);
  }

  const { PORT: port, HOST: host, WORKERS } = config;
  if (!handed) await listen(server, { port, host, setting: 'PORT', reusePort: WORKERS > 1 });

  return {
    async stop() {
      draining = drain(server, handed?.open);
      await draining.isEmpty;
    },
  };
}
