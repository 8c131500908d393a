import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { ServiceError } from '../../core/service-error.ts';
import { openPages } from '../answers/pages.ts';
import { answerCall, answerPrepared } from '../answers/prepared-door.ts';
import { securityHeaders } from '../answers/security-headers.ts';
import type { Answered, Arrival } from '../api/app.ts';
import { createClientAddress } from '../socket/client-address.ts';
import { allowedHosts, refuseRequest } from '../socket/guard.ts';
import { listen } from '../socket/listen.ts';
import { sendResponse } from '../socket/node-http.ts';
import { answerParserErrors } from '../socket/parser-refusals.ts';
import { readTarget } from '../socket/request-target.ts';
import type { Config } from './config.ts';
import { createRequestLog } from './log.ts';
import { createMetrics, serveMetrics } from './metrics.ts';
import { openSite } from './site.ts';

export interface Running {
  port: number;
  /** Stops taking connections, lets answers finish for up to ten seconds, closes the store. */
  stop(): Promise<void>;
}

const drainMs = 10_000;
/** Without a byte in either direction while an answer is on its way: a client that does not read holds no connection longer. */
const idleMs = 60_000;
const unanswered: Answered = { operation: 'none', callerId: undefined, isSandbox: false };
const saneRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Opens the build, the store and the socket. Resolves when the port answers.
 * @param about.now epoch milliseconds; the wall clock unless given
 * @param about.limiter counts for a store that is not shared; this process alone unless given
 */
export async function startServer(about: {
  config: Config;
  log: Logger;
  now?: () => number;
  limiter?: RateLimiter | undefined;
}): Promise<Running> {
  const { config, log, now = Date.now, limiter } = about;
  const metrics = config.METRICS_PORT === undefined ? undefined : createMetrics();
  const requests = createRequestLog(log);
  const site = await openSite({ config, log, now, limiter });
  const pages = await openPages(site);
  const hosts = allowedHosts(config.BASE_URL, config.ALLOWED_HOSTS);
  const clientAddress = createClientAddress(config.TRUSTED_PROXIES);
  const fixedHeaders = securityHeaders(config.BASE_URL);
  let isDraining = false;

  async function answer(message: IncomingMessage, response: ServerResponse, arrival: Arrival) {
    const call = { message, response, arrival, base: config.BASE_URL };
    const { url, authority } = readTarget(message);
    message.url = url;
    const { method, rawHeaders } = message;
    const refusal = refuseRequest({ method, url, rawHeaders, authority }, hosts);
    const prepared = refusal ? undefined : site.app.findPrepared(message);
    if (prepared) return answerPrepared(site.app, prepared, call);
    const pathname = url.split('?', 1)[0] ?? '/';
    // Asked by address, not by name: before the guard of names.
    const isHealth = (method === 'GET' || method === 'HEAD') && (pathname === '/healthz' || pathname === '/readyz');
    if (refusal && !isHealth) return refuse(refusal, response, arrival);
    if (isApiPath(pathname) && !pages.answers(message, pathname)) return answerCall(site.app, call);
    // What comes from the app carries these already.
    response.setHeader('x-request-id', arrival.requestId);
    for (const [name, value] of fixedHeaders) response.setHeader(name, value);
    if (isHealth) return sendHealth(response, pathname === '/healthz' || (!isDraining && (await site.isReady())));
    await pages.send(message, response, { pathname, clientAddress: arrival.clientAddress });
  }

  /** What is never routed is counted all the same. */
  async function refuse(error: ServiceError, response: ServerResponse, arrival: Arrival) {
    const admission = await site.app.admit(undefined, { authorization: null, ...arrival });
    response.setHeader('connection', 'close');
    await sendResponse(site.app.refuse(error, { ...arrival, admission }), response);
  }

  function isApiPath(pathname: string): boolean {
    return (
      site.app.matches(pathname) ||
      apiPrefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
    );
  }

  const server = createServer({
    keepAliveTimeout: 70_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
    joinDuplicateHeaders: true, // as a Request joins them: both doors see the same
    requireHostHeader: false, // the guard asks for it, and says so
  });
  server.maxConnections = 4_096;
  server.setTimeout(idleMs);
  // RFC 9112 section 9.6: who has sent all of a request may close that side and wait. Node knows the switch, its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  const parser = answerParserErrors({
    server,
    app: site.app,
    onRefusal: ({ requestId, status }) => record({ requestId, status, method: '', ms: 0, ...unanswered }),
  });
  server.on('request', (message, response) =>
    respond(message, response, (arrival) => answer(message, response, arrival)),
  );
  server.on('checkExpectation', (message, response) =>
    respond(message, response, (arrival) => refuse(new ServiceError('expectation_failed'), response, arrival)),
  );

  function respond(message: IncomingMessage, response: ServerResponse, work: (arrival: Arrival) => Promise<void>) {
    const arrival = arrive(message, response);
    work(arrival)
      .catch((err: unknown) => fail(err, response, arrival))
      .catch(() => response.destroy());
  }

  /** Names a request, and writes it down when its answer has gone. */
  function arrive(message: IncomingMessage, response: ServerResponse): Arrival {
    const startedAt = performance.now();
    const { method = '' } = message; // as it came: pages are made for GET
    const offered = message.headers['x-request-id'];
    const requestId = typeof offered === 'string' && saneRequestId.test(offered) ? offered : randomUUID();
    const address = clientAddress(message.socket.remoteAddress ?? '', singleHeader(message.headers['x-forwarded-for']));
    let answered: Answered = unanswered;
    parser.begin(response, requestId);
    response.once('close', () => {
      if (isDraining) server.closeIdleConnections(); // a kept-alive connection would hold the process for nothing
      record({ requestId, method, status: response.statusCode, ms: performance.now() - startedAt, ...answered });
    });
    return { requestId, clientAddress: address, onAnswer: (seen) => (answered = seen) };
  }

  function record(seen: Answered & { requestId: string; method: string; status: number; ms: number }) {
    const { requestId, operation, method, status, ms, callerId, isSandbox } = seen;
    metrics?.observe({ operation, method, status }, ms / 1000);
    const rounded = Math.round(ms * 10) / 10;
    requests.info({ requestId, operation, method, status, ms: rounded, callerId, isSandbox }, 'request');
  }

  async function fail(err: unknown, response: ServerResponse, arrival: Arrival) {
    if (!response.destroyed) log.error({ err, requestId: arrival.requestId }, 'answer failed');
    if (response.headersSent) {
      response.end();
      return;
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    await sendResponse(site.app.refuse(new ServiceError('internal_error'), arrival), response);
  }

  const { PORT: port, HOST: host, METRICS_PORT, WORKERS } = config;
  await listen(server, { port, host, setting: 'PORT', reusePort: WORKERS > 1 });
  // One of several answers to the primary process, which serves the sum.
  const metricsServer =
    metrics && METRICS_PORT !== undefined && !cluster.isWorker ? await serveMetrics(METRICS_PORT, metrics) : undefined;
  const articles = site.services.catalogue.list().length;
  log.info({ address: config.BASE_URL, articles, pid: process.pid }, 'serving');

  return {
    port,
    async stop() {
      isDraining = true;
      metricsServer?.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const forced = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(forced);
      await site.close();
    },
  };
}

const apiPrefixes = ['/api', '/ask', '/mcp', '/checkout_sessions', '/agent/auth'];

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function sendHealth(response: ServerResponse, isWell: boolean) {
  const body = JSON.stringify({ status: isWell ? 'ok' : 'unavailable' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'cache-control': 'no-store' };
  response.writeHead(isWell ? 200 : 503, headers).end(body);
}
