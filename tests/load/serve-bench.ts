import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createClient } from '../support/api-client.ts';
import { median, quantile, readCpuUs, readRssMb, startMeasured, startService } from './serve-process.ts';

/**
 * CPU time of the server for each request, as a ratio to a bare node:http server that sends the same bytes and headers,
 * and to one with two headers, in the same rounds. Fastify and Hono stand beside it, as ratios to the same bare server:
 * first only sending what was recorded, then with plugins that count, name, compare and log each request as this
 * service does. Needs `wrk`, and a build for the port: `PORT=4321 npm run build` (RELEASE_DIR as for the server).
 * `--rounds 9 --seconds 2 --only list,304 --hold 60` (`hold`: seconds of load on the free article at the end, to see
 * memory).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
    hold: { type: 'string' },
  },
});
const port = Number(process.env.PORT ?? '4321');
const address = `http://localhost:${port}`;
const folder = await mkdtemp(join(tmpdir(), 'quire-serve-'));

const warmRequests = 20_000;
const nextUrl = `request = function() at = at % #urls + 1; return wrk.format(nil, urls[at]) end`;
/**
 * A step that has no divisor in common with the number of all questions passes each of them before it comes to one
 * again.
 */
const nextQuestion = `request = function()
  at = at + 1
  local rest, words = at * 7919, {}
  for i, list in ipairs(lists) do words[i] = list[rest % #list + 1]; rest = math.floor(rest / #list) end
  return wrk.format(nil, '/ask?query=' .. table.concat(words, '+'))
end`;
/** How many new questions were asked in earlier loads, roughly and never too few. */
let questionsAsked = 0;

interface Target {
  name: string;
  url: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Asked for in turn instead of `url`, which is one of them. */
  urls?: string[] | undefined;
  /** Lists that a question takes a word from each of; no request has the same question as another. */
  newWords?: readonly (readonly string[])[] | undefined;
}

const service = await startService({ port, folder, env: { RATE_LIMIT_PER_MINUTE: '9999999' } });
const idleMb = readRssMb(service.pid);
const targets = await listTargets();
const recording = join(folder, 'recorded.json');
await writeFile(recording, JSON.stringify(await Promise.all(targets.map(record))));
const replays = await Promise.all(
  ['node', 'fastify', 'hono', 'fastify-working', 'hono-working'].map((kind, index) =>
    startMeasured({
      args: ['tests/load/serve-replay.ts', kind, String(port + 1 + index), recording],
      stdout: openSync(join(folder, `log-${kind}`), 'w'),
      readyUrl: `http://127.0.0.1:${port + 1 + index}/0/plain`,
    }),
  ),
);

try {
  await measure();
} finally {
  await Promise.all([service, ...replays].map((one) => one.stop()));
  await rm(folder, { recursive: true });
}

function rpc(method: string, params: object): Omit<Target, 'name'> {
  return {
    url: '/mcp',
    status: 200,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

async function listTargets(): Promise<Target[]> {
  const client = createClient({ baseUrl: address });
  const { data } = await client.call('listArticles', { query: { per_page: 100 } });
  const free = data.find(({ tier }) => tier === 'free')?.slug ?? '';
  const paid = data.find(({ tier }) => tier === 'paid')?.slug ?? '';
  const { api_key } = await client.call('agentSubscribe');
  // fetch asks for compressed forms by itself, wrk does not, and each form has its own tag.
  const plain = { 'accept-encoding': 'identity' };
  const etag = (await fetch(`${address}/api/v1/articles/${free}`, { headers: plain })).headers.get('etag') ?? '';
  const questions = listQuestions(data.map(({ title }) => title));
  const tool = (name: string, args: object) => rpc('tools/call', { name, arguments: args });
  const all: Target[] = [
    { name: 'free article', url: `/api/v1/articles/${free}`, status: 200 },
    { name: '304', url: `/api/v1/articles/${free}`, status: 304, headers: { ...plain, 'if-none-match': etag } },
    { name: 'brotli', url: `/api/v1/articles/${free}`, status: 200, headers: { 'accept-encoding': 'br, gzip' } },
    {
      name: 'free article by key',
      url: `/api/v1/articles/${free}`,
      status: 200,
      headers: { authorization: `Bearer ${api_key}` },
    },
    { name: 'list', url: '/api/v1/articles?page=1&per_page=10', status: 200 },
    { name: 'paid article: 402', url: `/api/v1/articles/${paid}`, status: 402 },
    {
      name: 'paid article by key',
      url: `/api/v1/articles/${paid}`,
      status: 200,
      headers: { authorization: `Bearer ${api_key}` },
    },
    { name: 'prerendered page', url: `/articles/${free}`, status: 200 },
    { name: 'front page', url: '/', status: 200 },
    { name: 'markdown', url: `/articles/${free}.md`, status: 200 },
    { name: 'ask', url: '/ask?query=rate%20limits%20for%20agents', status: 200 },
    { name: 'ask: 200 questions', url: questions[0] ?? '', urls: questions, status: 200 },
    ...listNewQuestions(data.map(({ title }) => title)),
    { name: 'tools/list', ...rpc('tools/list', {}) },
    { name: 'get_article', ...tool('get_article', { slug: free }) },
    { name: 'search_articles', ...tool('search_articles', { query: 'rate limits for agents' }) },
  ];
  return all.filter(({ name }) => !values.only || name === 'free article' || values.only.split(',').includes(name));
}

/** Three words of the titles each, no two alike. */
function listQuestions(titles: readonly string[]): string[] {
  const words = [
    ...new Set(
      titles
        .join(' ')
        .toLowerCase()
        .match(/\p{L}{4,}/gu),
    ),
  ];
  const word = (at: number) => words[at % words.length] ?? '';
  return Array.from({ length: 200 }, (_, at) => {
    const skip = 1 + Math.floor(at / words.length);
    return `/ask?query=${encodeURIComponent([at, at + skip, at + 2 * skip + 1].map(word).join(' '))}`;
  });
}

/**
 * Questions that nobody asked before: of words of the titles, with a slip in one of them, with long words that nobody
 * knows.
 */
function listNewQuestions(titles: readonly string[]): Target[] {
  const all = [
    ...new Set(
      titles
        .join(' ')
        .toLowerCase()
        .match(/[a-z]{4,}/g),
    ),
  ];
  const slipped = all
    .filter((word) => word.length > 5)
    .map((word) => word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5));
  const unknown = all.map((word) => `${word}qzxjvkwqpzxjqvkwzxqj`.slice(0, 20));
  const ask = (name: string, newWords: string[][]): Target => ({
    name,
    url: `/ask?query=${newWords.map(([word]) => word).join('+')}`,
    status: 200,
    newWords,
  });
  return [
    ask('ask: new question', [all, all, all, all]),
    ask('ask: new with a typo', [all, all, all, slipped]),
    ask('ask: new and unknown', [all, all, unknown, unknown]),
  ];
}

/** What a target answers, as the baselines replay it. */
async function record({ url, headers = {}, body }: Target) {
  const asked = request(address + url, { method: body === undefined ? 'GET' : 'POST', headers }).end(body);
  const [message]: IncomingMessage[] = await once(asked, 'response');
  if (!message) throw new Error(`${url} is not answered.`);
  const list = message.rawHeaders.flatMap((name, index, all) =>
    index % 2 ? [] : [[name.toLowerCase(), all[index + 1] ?? '']],
  );
  return { status: message.statusCode, headers: list, body: (await buffer(message)).toString('base64') };
}

/**
 * Microseconds of CPU for one request of each server, by turns, after a warm-up: the median of the rounds. A ratio is
 * the median of the ratios within a round, because the machine is slower for minutes at a time; in brackets are their
 * quartiles.
 */
async function measure() {
  const [node, ...frameworks] = replays;
  if (!node) throw new Error('The baseline is missing.');
  print(['', 'CPU us', '/ bare', '/ bare, 2 headers', 'Fastify', 'Hono', 'Fastify, working', 'Hono, working']);
  for (const [index, target] of targets.entries()) {
    const lanes = [
      { target, base: address, pid: service.pid },
      ...[node, node, ...frameworks].map(({ pid }, lane) => {
        const url = lane === 1 ? `/${index}/plain` : `/${index}`;
        return {
          target: { ...target, url, urls: undefined, newWords: undefined },
          base: `http://127.0.0.1:${port + 1 + Math.max(0, lane - 1)}`,
          pid,
        };
      }),
    ];
    for (const lane of lanes) await warm(lane);
    const cpu: number[][] = lanes.map(() => []);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = lanes.map((lane, at) => ({ lane, at }));
      for (const { lane, at } of round % 2 ? order.reverse() : order) {
        const before = readCpuUs(lane.pid);
        const { requests } = await load(lane.target, lane.base, Number(values.seconds));
        cpu[at]?.push((readCpuUs(lane.pid) - before) / requests);
      }
    }
    const [ours = [], bare = [], plain = [], ...others] = cpu;
    const [low, high] = [quantile(ratios(ours, bare), 0.25), quantile(ratios(ours, bare), 0.75)];
    print([
      target.name,
      median(ours).toFixed(1),
      `${median(ratios(ours, bare)).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
      ...[ratios(ours, plain), ...others.map((other) => ratios(other, bare))].map((one) => median(one).toFixed(2)),
    ]);
  }
  const starts = [service, node].map(({ startMs }) => Math.round(startMs));
  print([`ready after ${starts[0]} ms (bare: ${starts[1]}); ${idleMb} MB then, ${readRssMb(service.pid)} MB now`]);
  for (let held = 0; held < Number(values.hold ?? 0); held += 10) {
    for (const target of targets) await load(target, address, 10 / targets.length);
    print([`${held + 10} s more: ${readRssMb(service.pid)} MB`]);
  }
}

/** Round by round, how much more the one took than the other. */
function ratios(some: readonly number[], others: readonly number[]): number[] {
  return some.map((one, round) => one / (others[round] ?? Number.NaN));
}

/** What the compiler of node does with code that runs often takes some twenty thousand requests. */
async function warm({ target, base }: { target: Target; base: string }) {
  for (let request = 0; request < warmRequests; ) request += (await load(target, base, 1)).requests;
}

/** @throws Error when the answer is not the one that is to be measured */
async function load(target: Target, base: string, seconds: number): Promise<{ requests: number; perSecond: number }> {
  const { body, headers = {}, status, url, urls, newWords } = target;
  const init = body === undefined ? { headers } : { headers, method: 'POST', body };
  const answer = await fetch(base + url, init);
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${target.name} answers ${answer.status}, not ${status}.`);
  const args = ['-t1', '-c16', `-d${Math.max(1, Math.round(seconds))}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  const lines = [
    ...(body === undefined ? [] : [`wrk.method = 'POST'`, `wrk.body = '${body}'`]),
    ...(urls ? [`local urls, at = ${toLua(urls)}, 0`, nextUrl] : []),
    ...(newWords ? [`local lists, at = ${toLua(newWords)}, ${questionsAsked}`, nextQuestion] : []),
  ];
  if (lines.length > 0) {
    const script = join(folder, 'asked.lua');
    await writeFile(script, lines.join('\n'));
    args.push('-s', script);
  }
  const { stdout, error } = spawnSync('wrk', [...args, base + url], { encoding: 'utf8' });
  if (error) throw new Error('wrk is needed: apt-get install wrk', { cause: error });
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  // wrk leaves some that it has sent uncounted.
  questionsAsked += requests + 1_000;
  return {
    requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  };
}

/** Lists of words or of such lists, as Lua writes them. */
function toLua(list: readonly unknown[]): string {
  return JSON.stringify(list).replaceAll('[', '{').replaceAll(']', '}');
}

function print(cells: readonly string[]) {
  const [first = '', ...rest] = cells;
  process.stdout.write(`${first.padEnd(24)}${rest.map((cell) => cell.padStart(21)).join('')}\n`);
}
