import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// The global of this name is a getter that is run for every reading.
import { performance } from 'node:perf_hooks';
import type { Outcome } from '../../answers/api/app.ts';
import type { Asked } from '../../answers/asked.ts';
import { choosePart } from '../../answers/choose.ts';
import { ServiceError } from '../../core/service-error.ts';
import { askedBy } from '../socket/asked.ts';
import { createClientAddress, createProxyList } from '../socket/client-address.ts';
import { limitConnections, readOpenFiles } from '../socket/connections.ts';
import { type Drain, drain } from '../socket/drain.ts';
import { hostCheck, refuseRequest } from '../socket/guard.ts';
import { listen } from '../socket/listen.ts';
import { answerParserErrors } from '../socket/parser-refusals.ts';
import { nameRequest } from '../socket/request-id.ts';
import { readTarget } from '../socket/request-target.ts';
import { writePart } from '../socket/write.ts';
import type { Config } from './config.ts';
import { type Health, isHealthPath } from './health.ts';
import type { RequestLine } from './request-log.ts';
import type { Site } from './site.ts';

export interface Listening {
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
  site: () => Site;
  health: Health;
  record: (line: RequestLine) => void;
  logError: (fields: Record<string, unknown>, message: string) => void;
}): Promise<Listening> {
  const { config, site, health, record, logError } = about;
  const isOurs = hostCheck(config.BASE_URL, config.ALLOWED_HOSTS);
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
  const parser = answerParserErrors({
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
    const { url, authority } = readTarget(message);
    const asked = askedBy(message, { target: url, requestId: nameRequest(message), clientAddress: addressOf(message) });
    parser.begin(response, asked.requestId);
    try {
      const outcome = draining
        ? draining.doorIsShut.then(() => decide(message, asked, authority, refusal))
        : decide(message, asked, authority, refusal);
      if (outcome instanceof Promise) {
        outcome
          .then((made) => send(asked, response, made, startedAt))
          .catch((err: unknown) => fail(err, asked, response, startedAt));
      } else send(asked, response, outcome, startedAt);
    } catch (err) {
      fail(err, asked, response, startedAt);
    }
  }

  function decide(
    message: IncomingMessage,
    asked: Asked,
    authority: string | undefined,
    refusal: ServiceError | undefined,
  ): Outcome | Promise<Outcome> {
    const { rawHeaders } = message;
    const refused =
      refusal ??
      connections.refusalOf(message.socket) ??
      refuseRequest({ url: asked.url, rawHeaders, authority }, isOurs);
    // Asked by address, not by name: before the guard of names.
    if (isHealthPath(asked) && !refusal) return health.answer(asked.pathname, draining !== undefined);
    if (refused) return refuse(refused, asked);
    return site().answer(asked);
  }

  /** What is never routed is counted all the same, and is the last of its connection. */
  async function refuse(error: ServiceError, asked: Asked): Promise<Outcome> {
    const { app, refuse: answerRefused } = site();
    const { headers, clientAddress: address } = asked;
    const anonymous = { get: () => null, has: (name: string) => headers.has(name) };
    const admission = await app.admit(undefined, { headers: anonymous, clientAddress: address });
    const outcome = await answerRefused(error, asked, admission);
    return { ...outcome, own: [...outcome.own, ...connectionClose] };
  }

  function send(asked: Asked, response: ServerResponse, outcome: Outcome, startedAt: number) {
    const { reply, own, operation, callerId, isSandbox } = outcome;
    // A kept-alive connection would hold a process that is to end for nothing.
    const part = choosePart(reply, asked, draining ? [...own, ...connectionClose] : own);
    const { requestId, method, pathname: path, clientAddress } = asked;
    const { status } = part;
    const note = () => {
      const ms = performance.now() - startedAt;
      record({ requestId, operation, method, status, ms, callerId, isSandbox, path, clientAddress });
    };
    const writing = writePart(response, part);
    if (!writing) return note();
    writing
      .catch((err: unknown) => {
        if (!response.destroyed) logError({ err, requestId }, 'answer failed');
        response.destroy();
      })
      .finally(note);
  }

  function fail(err: unknown, asked: Asked, response: ServerResponse, startedAt: number) {
    logError({ err, requestId: asked.requestId }, 'answer failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    send(asked, response, site().app.refuse(new ServiceError('internal_error'), asked), startedAt);
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
