import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Answered, Arrival } from './app.ts';
import { createClientAddress } from './client-address.ts';
import type { Config } from './config.ts';
import { allowedHosts, type Refusal, refuseRequest } from './guard.ts';
import { createRequestLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { openPages } from './pages.ts';
import { answerCall, answerPrepared } from './prepared-door.ts';
import { securityHeaders } from './security-headers.ts';
import { openSite } from './site.ts';

export interface Running {
  port: number;
  /** Stops taking connections, lets answers finish for up to ten seconds, closes the store. */
  stop(): Promise<void>;
}

const drainMs = 10_000;
const saneRequestId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Opens the build, the store and the socket. Resolves when the port answers.
 * @param about.now epoch milliseconds; the wall clock unless given
 */
export async function startServer(about: { config: Config; log: Logger; now?: () => number }): Promise<Running> {
  const { config, log, now = Date.now } = about;
  const metrics = config.METRICS_PORT === undefined ? undefined : createMetrics();
  const requests = createRequestLog(log);
  const site = await openSite(config, log, now);
  const pages = await openPages(site);
  const hosts = allowedHosts(config.BASE_URL, config.ALLOWED_HOSTS);
  const clientAddress = createClientAddress(config.TRUSTED_PROXIES);
  const fixedHeaders = securityHeaders(config.BASE_URL);
  let isDraining = false;

  async function answer(message: IncomingMessage, response: ServerResponse, arrival: Arrival) {
    const call = { message, response, arrival, base: config.BASE_URL };
    const refusal = refuseRequest(message, hosts);
    const prepared = refusal ? undefined : site.app.findPrepared(message);
    if (prepared) return answerPrepared(site.app, prepared, call);
    response.setHeader('x-request-id', arrival.requestId);
    for (const [name, value] of fixedHeaders) response.setHeader(name, value);
    const pathname = (message.url ?? '/').split('?', 1)[0] ?? '/';
    // Asked by address, not by name: before the guard of names.
    if (pathname === '/healthz') return sendHealth(response, true);
    if (pathname === '/readyz') return sendHealth(response, !isDraining && (await site.isReady()));
    if (refusal) {
      return sendRefusal(response, refusal, isApiPath(pathname));
    }
    if (await pages.sendStatic(message, response, pathname)) return;
    if (isApiPath(pathname) || site.app.matches(pathname)) return answerCall(site.app, call);
    await pages.sendPage(message, response, { pathname, clientAddress: arrival.clientAddress });
  }

  const server = createServer({
    keepAliveTimeout: 70_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
    joinDuplicateHeaders: true, // as a Request joins them: both doors see the same
  });
  server.maxConnections = 4_096;
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    const offered = message.headers['x-request-id'];
    const requestId = typeof offered === 'string' && saneRequestId.test(offered) ? offered : randomUUID();
    const address = clientAddress(message.socket.remoteAddress ?? '', singleHeader(message.headers['x-forwarded-for']));
    let answered: Answered = { operation: 'none', callerId: undefined, isSandbox: false };
    const onAnswer = (seen: Answered) => {
      answered = seen;
    };
    response.once('close', () => {
      if (isDraining) server.closeIdleConnections(); // a kept-alive connection would hold the process for nothing
      const { operation, callerId, isSandbox } = answered;
      const ms = performance.now() - startedAt;
      metrics?.observe({ operation, method: message.method ?? '', status: response.statusCode }, ms / 1000);
      requests.info(
        {
          requestId,
          operation,
          method: message.method,
          status: response.statusCode,
          ms: Math.round(ms * 10) / 10,
          callerId,
          isSandbox,
        },
        'request',
      );
    });
    answer(message, response, { requestId, clientAddress: address, onAnswer }).catch((err: unknown) => {
      if (!response.destroyed) log.error({ err, requestId }, 'answer failed');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end();
    });
  });

  await listen(server, config);
  const metricsServer = metrics?.listen(Number(config.METRICS_PORT));
  log.info({ address: config.BASE_URL, articles: site.services.catalogue.list().length }, 'serving');

  return {
    port: config.PORT,
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

const allMethods = 'GET, HEAD, POST, DELETE, OPTIONS';

const apiPrefixes = ['/api', '/ask', '/mcp', '/checkout_sessions', '/agent/auth'];

function isApiPath(pathname: string): boolean {
  return apiPrefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function sendHealth(response: ServerResponse, isWell: boolean) {
  response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: isWell ? 'ok' : 'unavailable' }));
}

/** What the guard refuses is never routed; under an API address it is still said in the API's form. */
function sendRefusal(response: ServerResponse, { status, sentence }: Refusal, isApi: boolean) {
  const headers = {
    connection: 'close',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: allMethods } : {}),
  };
  if (!isApi) {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${sentence}\n`);
    return;
  }
  const code = status === 405 ? 'method_not_allowed' : 'invalid_request';
  const type = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify({ error: { code, message: sentence } }));
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE' ? `Port ${config.PORT} is taken: set PORT to another one.` : cause.message;
      reject(new Error(sentence, { cause }));
    });
    server.listen({ port: config.PORT, host: config.HOST, reusePort: config.WORKERS > 1 }, resolve);
  });
}
