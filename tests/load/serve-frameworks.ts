import { randomUUID } from 'node:crypto';
import etagOfFastify from '@fastify/etag';
import rateLimit from '@fastify/rate-limit';
import { type HttpBindings, serve } from '@hono/node-server';
import fastify from 'fastify';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import type { StatusCode } from 'hono/utils/http-status';
import { rateLimiter } from 'hono-rate-limiter';
import { pino } from 'pino';

/** A recorded answer, in the forms that the servers take. */
export interface Ready {
  status: StatusCode;
  /** Name, value, name, value. */
  flat: string[];
  headers: Record<string, string>;
  body: Buffer;
}

interface Framework {
  port: number;
  answers: ReadonlyMap<string, Ready>;
  /**
   * Count the caller, name the request, compare its tag and write a line of the log, as this service does, by the
   * plugins there are.
   */
  works: boolean;
}

const host = '127.0.0.1';
const keepAliveTimeout = 70_000;
const plenty = { limit: 9_999_999, windowMs: 60_000 };
/** Set for each request by who works. */
const ownHeaders = /^x-(ratelimit-|request-id)/;

function openLog() {
  return pino({ base: null }, pino.destination({ dest: 1, sync: false, minLength: 8_192 }));
}

function withoutOwn({ headers }: Ready): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
}

function lasting(answers: Framework['answers'], works: boolean): Map<string, Ready> {
  return new Map([...answers].map(([path, ready]) => [path, works ? { ...ready, headers: withoutOwn(ready) } : ready]));
}

export async function serveFastify({ port, answers, works }: Framework) {
  const app = fastify({ keepAliveTimeout, ...(works && { genReqId: () => randomUUID() }) });
  const kept = lasting(answers, works);
  if (works) {
    const log = openLog();
    await app.register(rateLimit, { max: plenty.limit, timeWindow: plenty.windowMs });
    await app.register(etagOfFastify);
    app.addHook('onResponse', async ({ id, method }, reply) => {
      log.info({ requestId: id, method, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    });
  }
  app.all('/*', (request, reply) => {
    const answer = kept.get(request.url);
    if (!answer) return reply.code(404).send();
    const { status, headers, body } = answer;
    if (works) reply.header('x-request-id', request.id);
    reply.headers(headers);
    if (status !== 304) return reply.code(status).send(body);
    // Who works finds out by itself that the tag is the same.
    return works ? reply.send(body) : reply.code(304).send();
  });
  await app.listen({ port, host });
}

export function serveHono({ port, answers, works }: Framework) {
  const app = new Hono<{ Bindings: HttpBindings; Variables: RequestIdVariables }>();
  const kept = lasting(answers, works);
  if (works) {
    const log = openLog();
    app.use(requestId());
    app.use(async (context, next) => {
      const startedAt = performance.now();
      await next();
      const ms = performance.now() - startedAt;
      const { method } = context.req;
      log.info({ requestId: context.get('requestId'), method, status: context.res.status, ms }, 'request');
    });
    app.use(
      rateLimiter<{ Bindings: HttpBindings }>({
        ...plenty,
        keyGenerator: ({ env }) => env.incoming.socket.remoteAddress ?? '',
      }),
    );
    app.use(etag());
  }
  app.all('*', (context) => {
    const answer = kept.get(new URL(context.req.url).pathname);
    if (!answer) return context.body(null, 404);
    const { status, headers, body } = answer;
    // Who works finds out by itself that the tag is the same, and adds what its plugins have set.
    if (works) return context.newResponse(new Uint8Array(body), status === 304 ? 200 : status, headers);
    return new Response(status === 304 ? null : new Uint8Array(body), { status, headers });
  });
  serve({ fetch: app.fetch, port, hostname: host });
}
