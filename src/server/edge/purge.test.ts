import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createPurge } from './purge.ts';

/** A cache that gives each request the next of some statuses, then 200, and keeps what came. */
async function startCache(statuses: number[]) {
  const received: object[] = [];
  const server = createServer(async (message, response) => {
    const { method, headers } = message;
    const { authorization, 'cache-tag': tag } = headers;
    received.push({ method, tag, authorization, body: await text(message) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return { url: `http://127.0.0.1:${port}/secret-path`, received };
}

function createLog() {
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  return { lines, log: { info: write, error: write } };
}

it('sends the tag and the token, again after a failure', async () => {
  const { url, received } = await startCache([503]);
  const { lines, log } = createLog();
  await createPurge(
    {
      EDGE_PURGE_URL: url,
      EDGE_PURGE_METHOD: 'POST',
      EDGE_PURGE_HEADER: 'Authorization: Bearer t',
      KEY_PREFIX: 'quire',
    },
    log,
  )();
  const one = { method: 'POST', tag: 'quire', authorization: 'Bearer t', body: '{"tags":["quire"]}' };
  expect(received).toEqual([one, one]);
  expect(lines).toEqual([[{ tag: 'quire' }, 'the cache in front was purged']]);
});

it('purges by the method that Varnish knows', async () => {
  const { url, received } = await startCache([]);
  await createPurge(
    { EDGE_PURGE_URL: url, EDGE_PURGE_METHOD: 'PURGE', EDGE_PURGE_HEADER: undefined, KEY_PREFIX: 'quire' },
    createLog().log,
  )();
  expect(received).toEqual([{ method: 'PURGE', tag: 'quire', authorization: undefined, body: '' }]);
});
