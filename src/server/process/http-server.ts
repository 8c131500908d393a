import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// The global of this name is a getter that is run for every reading.
import { performance } from 'node:perf_hooks';
import { ServiceError } from '../../core/service-error.ts';
import type { RoutedResponse } from '../../serve/api/app.ts';
import type { HttpRequest } from '../../serve/http-request.ts';
import { selectResponse } from '../../serve/negotiate.ts';
import { createClientAddress, createProxyList } from '../socket/client-address.ts';
import { limitConnections, readOpenFiles } from '../socket/connections.ts';
import { type Drain, drain } from '../socket/drain.ts';
import { checkRequest, hostCheck } from '../socket/guard.ts';
import { listen } from '../socket/listen.ts';
import { fromNodeRequest } from '../socket/node-request.ts';
import { handleParserErrors } from '../socket/parser-errors.ts';
import { chooseRequestId } from '../socket/request-id.ts';
import { parseTarget } from '../socket/request-target.ts';
import { writeResponse } from '../socket/write.ts';
import type { Config } from './config.ts';
import { type Health, isHealthPath } from './health.ts';
import type { RequestLine } from './request-log.ts';
import type { ServedRelease } from './served-release.ts';

export interface HttpListener {
  /** Stops taking connections, and lets answers finish for up to ten seconds. */
  stop(): Promise<void>;
}

const connectionClose = ['connection', 'close'];

/**
 * Opens the socket. Every request takes one way: guard, find what is kept or make it, choose the part that was asked for, write it,
 * one line in the log. Resolves when the port answers.
 * @param about.site the release that answers now
 */
export async function startListening(about: {
  config: Config;
  site: () => ServedRelease;
  health: Health;
  record: (line: RequestLine) => void;
  logError: (fields: Record<string, unknown>, message: string) => void;
}): Promise<HttpListener> {
  const { config, site, health, record, logError } = about;
  const isKnownHost = hostCheck(config.BASE_URL, config.ALLOWED_HOSTS);
  const isTrusted = createProxyList(config.TRUSTED_PROXIES);
  const clientAddress = createClientAddress(isTrusted);
  let draining: Drain | undefined;

  const server = createServer({
    keepAliveTimeout: 70_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
    joinDuplicateHeaders: true, // as a Request joins them: both doors see the same
    requireHostHeader: false, // the guard asks for it, and says so
  });
  const connections = limitConnections(server, {
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    openFiles: readOpenFiles(config.WORKERS),
    isExempt: isTrusted,
  });
  // RFC 9112 section 9.6: who has sent all of a request may close that side and wait. Node knows the switch, its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  const parser = handleParserErrors({
    server,
    refuse: (error, requestId) => site().app.refuse(error, { requestId }),
    onRefusal: ({ requestId, status }) =>
      record({ requestId, status, method: '', ms: 0, operation: 'none', callerId: undefined, isSandbox: false }),
  });
  server.on('request', (message, response) => handle(message, response));
  server.on('checkExpectation', (message, response) =>
    handle(message, response, new ServiceError('expectation_failed')),
  );

  function handle(message: IncomingMessage, response: ServerResponse, refusal?: ServiceError) {
    const startedAt = performance.now();
    const { url, authority } = parseTarget(message);
    const request = fromNodeRequest(message, {
      target: url,
      requestId: chooseRequestId(message),
      clientAddress: addressOf(message),
    });
    parser.begin(response, request.requestId);
    try {
      const outcome = draining
        ? draining.stoppedAccepting.then(() => decide(message, request, authority, refusal))
        : decide(message, request, authority, refusal);
      if (outcome instanceof Promise) {
        outcome
          .then((made) => send(request, response, made, startedAt))
          .catch((err: unknown) => fail(err, request, response, startedAt));
      } else send(request, response, outcome, startedAt);
    } catch (err) {
      fail(err, request, response, startedAt);
    }
  }

  function decide(
    message: IncomingMessage,
    request: HttpRequest,
    authority: string | undefined,
    refusal: ServiceError | undefined,
  ): RoutedResponse | Promise<RoutedResponse> {
    const { rawHeaders } = message;
    const refused =
      refusal ??
      connections.refusalOf(message.socket) ??
      checkRequest({ url: request.url, rawHeaders, authority }, isKnownHost);
    // Asked by address, not by name: before the guard of names.
    if (isHealthPath(request) && !refusal) return health.answer(request.pathname, draining !== undefined);
    if (refused) return refuse(refused, request);
    return site().answer(request);
  }

  /** What is never routed is counted all the same, and is the last of its connection. */
  async function refuse(error: ServiceError, request: HttpRequest): Promise<RoutedResponse> {
    const { app, refuse: answerRefused } = site();
    const { headers, clientAddress: address } = request;
    const anonymous = { get: () => null, has: (name: string) => headers.has(name) };
    const admission = await app.admit(undefined, { headers: anonymous, clientAddress: address });
    const outcome = await answerRefused(error, request, admission);
    return { ...outcome, own: [...outcome.own, ...connectionClose] };
  }

  function send(request: HttpRequest, response: ServerResponse, outcome: RoutedResponse, startedAt: number) {
    const { reply, own, operation, callerId, isSandbox } = outcome;
    // A kept-alive connection would hold a process that is to end for nothing.
    const part = selectResponse(reply, request, draining ? [...own, ...connectionClose] : own);
    const { requestId, method, pathname: path, clientAddress } = request;
    const { status } = part;
    const note = () => {
      const ms = performance.now() - startedAt;
      record({ requestId, operation, method, status, ms, callerId, isSandbox, path, clientAddress });
    };
    const writing = writeResponse(response, part);
    if (!writing) return note();
    writing
      .catch((err: unknown) => {
        if (!response.destroyed) logError({ err, requestId }, 'answer failed');
        response.destroy();
      })
      .finally(note);
  }

  function fail(err: unknown, request: HttpRequest, response: ServerResponse, startedAt: number) {
    logError({ err, requestId: request.requestId }, 'answer failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    send(request, response, site().app.refuse(new ServiceError('internal_error'), request), startedAt);
  }

  function addressOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return connections.peerOf(socket);
    const hops = Array.isArray(forwarded) ? forwarded.join(', ') : forwarded;
    return clientAddress(socket.remoteAddress ?? '', hops);
  }

  const { PORT: port, HOST: host, WORKERS } = config;
  await listen(server, { port, host, setting: 'PORT', reusePort: WORKERS > 1 });

  return {
    async stop() {
      draining = drain(server);
      await draining.isEmpty;
    },
  };
}
