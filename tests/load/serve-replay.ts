import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Ready, serveFastify, serveHono } from './serve-frameworks.ts';

/**
 * The baselines of serve-bench.ts: servers that have nothing to do but to send answers that were recorded before, at
 * `/<number>` with the headers of the original, at `/<number>/plain` with type and length alone.
 * `node tests/load/serve-replay.ts node|fastify|fastify-working|hono|hono-working PORT FILE`
 */
interface Recorded {
  status: Ready['status'];
  headers: [string, string][];
  /** Base64. */
  body: string;
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

const [name, work] = kind?.split('-') ?? [];
const framework = { port: Number(port), answers, works: work === 'working' };
switch (name) {
  case 'fastify':
    await serveFastify(framework);
    break;
  case 'hono':
    serveHono(framework);
    break;
  default:
    serveNode();
}
