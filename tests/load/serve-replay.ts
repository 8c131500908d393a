import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import fastify from 'fastify';
import { Hono } from 'hono';

/**
 * The baselines of serve-bench.ts: servers that have nothing to do but to send answers that were recorded before, at `/<number>`
 * with the headers of the original, at `/<number>/plain` with type and length alone.
 * `node tests/load/serve-replay.ts node|fastify|hono PORT FILE`
 */
interface Recorded {
  status: number;
  headers: [string, string][];
  /** Base64. */
  body: string;
}

interface Ready {
  status: number;
  flat: string[];
  headers: Record<string, string>;
  body: Buffer;
}

const [kind, port = '0', file = ''] = process.argv.slice(2);
const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map<string, Ready>(recorded.flatMap((answer, index) => both(answer, `/${index}`)));

function both({ status, headers, body }: Recorded, path: string): [string, Ready][] {
  // Node writes these by itself, for each.
  const sent = headers.filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name));
  const few = sent.filter(([name]) => name === 'content-type' || name === 'content-length');
  const ready = (list: [string, string][]): Ready => ({
    status,
    flat: list.flat(),
    headers: Object.fromEntries(list),
    body: Buffer.from(body, 'base64'),
  });
  return [
    [path, ready(sent)],
    [`${path}/plain`, ready(few)],
  ];
}

function serveNode() {
  createServer({ keepAliveTimeout: 70_000 }, (request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(answer.status, answer.flat);
    response.end(answer.status === 304 ? undefined : answer.body);
  }).listen(Number(port), '127.0.0.1');
}

function serveFastify() {
  const app = fastify({ keepAliveTimeout: 70_000 });
  app.all('/*', (request, reply) => {
    const answer = answers.get(request.url);
    if (!answer) return reply.code(404).send();
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.status === 304 ? undefined : answer.body);
  });
  return app.listen({ port: Number(port), host: '127.0.0.1' });
}

function serveHono() {
  const app = new Hono();
  app.all('*', (context) => {
    const answer = answers.get(new URL(context.req.url).pathname);
    if (!answer) return context.body(null, 404);
    const { status, headers } = answer;
    return new Response(status === 304 ? null : new Uint8Array(answer.body), { status, headers });
  });
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
}

switch (kind) {
  case 'fastify':
    await serveFastify();
    break;
  case 'hono':
    serveHono();
    break;
  default:
    serveNode();
}
