import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { call, get, json, post, type Step } from '../parity/step.ts';

/*
 * Through how many files and functions of `src` does one request run? The service runs in this process, each request of
 * the list is sent to it, and V8's precise coverage counts the functions that were called meanwhile. Each row is the
 * intersection of several rounds, so that a timer which fires in one of them is not counted.
 *
 *   RELEASE_DIR=... BASE_URL=... npm run count:files -- [--only NAME] [--list]      (the release has to be built for
 *   the base URL)
 *
 * The log goes to standard output, as ever, and the table to standard error. `--list` names the files with their
 * functions. Ends with 1 when a request runs through more files than its target.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
const rounds = 5;
const src = fileURLToPath(new URL('../../src/', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const dataDir = mkdtempSync(join(tmpdir(), 'quire-request-path-'));
const port = process.env.PORT ?? '4321';
const base = process.env.BASE_URL ?? `http://localhost:${port}`;
const generous = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };
Object.assign(process.env, { PORT: port, BASE_URL: base, DATA_DIR: dataDir, ...generous });
const { run } = await import('../../src/server/process/run-process.ts');
await run(new URL('../../src/server/main.ts', import.meta.url));

// The service prepares its pages after the start, which is not a part of a request.
await new Promise((done) => setTimeout(done, 3_000));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send({ method, target, headers, body }: Step): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const fields = [...headers, ...(body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]])];
    const flat = ['host', new URL(base).host, ...fields.flat()];
    const sent = request({ agent, port, host: '127.0.0.1', method, path: target, headers: flat }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.once('error', fail);
    sent.end(body);
  });
}

/** Functions of `src` that were called since the last reading, as `file name offset`. */
async function takeCalled(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(src));
  return new Set(
    own.flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
        .map((each) => `${relative(src, fileURLToPath(url))} ${each.functionName} ${each.ranges[0]?.startOffset}`),
    ),
  );
}

interface Row {
  name: string;
  status: number;
  /** Most files that the request may run through. */
  target: number;
  /** The request of one round. */
  step: (round: number) => Step | Promise<Step>;
}

const Articles = z.object({ data: z.array(z.object({ slug: z.string(), tier: z.enum(['free', 'paid']) })) });
const Subscription = z.object({ api_key: z.string() });
const articles = Articles.parse(JSON.parse((await send(get('/api/v1/articles?per_page=100'))).text)).data;
const subscription = await send(post('/api/v1/agent/subscribe', '', []));
const key = Subscription.parse(JSON.parse(subscription.text)).api_key;
const slugOf = (wanted: string) => articles.find(({ tier }) => tier === wanted)?.slug ?? '';
const [free, paid] = [`/api/v1/articles/${slugOf('free')}`, `/api/v1/articles/${slugOf('paid')}`];
const wallet = createWallet();

async function payment(): Promise<Step> {
  const signed = Buffer.from(JSON.stringify(await signPayment(wallet, 2))).toString('base64');
  return get(paid, [['payment-signature', signed]]);
}

const rows: readonly Row[] = [
  { name: 'cached page', status: 200, target: 15, step: () => get(`/articles/${slugOf('free')}`) },
  { name: 'cached JSON', status: 200, target: 18, step: () => get(free) },
  { name: 'cached 402', status: 402, target: 24, step: () => get(paid) },
  { name: 'keyed article', status: 200, target: 24, step: () => get(paid, [['authorization', `Bearer ${key}`]]) },
  { name: 'new /ask', status: 200, target: 45, step: (round) => get(`/ask?query=keys+and+crawlers+${round}`) },
  {
    name: 'new MCP call',
    status: 200,
    target: 45,
    step: (round) => call('search_articles', { query: `keys and crawlers ${round}` }, json),
  },
  { name: 'payment', status: 200, target: 50, step: payment },
];

async function countCalled({ name, status, step }: Row, round: number): Promise<Set<string>> {
  const prepared = await step(round);
  await takeCalled();
  const response = await send(prepared);
  if (response.status !== status) throw new Error(`${name}: ${response.status} ${response.text.slice(0, 200)}`);
  // The line of the log is written after the response.
  await new Promise(setImmediate);
  return takeCalled();
}

function namesIn(file: string, functions: ReadonlySet<string>): string[] {
  return [...functions].flatMap((each) => {
    const [path, name, offset] = each.split(' ');
    return path === file ? [name || `at ${offset}`] : [];
  });
}

let isOver = false;
for (const row of rows.filter(({ name }) => values.only === undefined || name.includes(values.only))) {
  await countCalled(row, 0);
  const called: Set<string>[] = [];
  for (let round = 1; round <= rounds; round += 1) called.push(await countCalled(row, round));
  const functions = called.reduce((all, one) => all.intersection(one));
  const files = [...new Set([...functions].map((each) => each.split(' ', 1)[0] ?? ''))].sort();
  isOver ||= files.length > row.target;
  process.stderr.write(`${row.name.padEnd(14)} files ${files.length} of ${row.target}, functions ${functions.size}\n`);
  if (values.list)
    for (const file of files) process.stderr.write(`    ${file}: ${namesIn(file, functions).join(', ')}\n`);
}
agent.destroy();
rmSync(dataDir, { recursive: true, force: true });
process.exit(isOver ? 1 : 0);
