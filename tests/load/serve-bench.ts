import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../../src/contract/client.ts';
import { median, readCpuUs, readRssMb, startMeasured } from './serve-process.ts';

/**
 * CPU time of the server for each request, as a ratio to bare node:http measured in the same rounds.
 * Needs `wrk`, and a build for the port: `PORT=4321 npm run build` (RELEASE_DIR as for the server).
 * `--rounds 5 --seconds 2 --only list,304 --hold 60` (`hold`: seconds of load on the free article at the end, to see memory).
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
    hold: { type: 'string' },
  },
});
const port = Number(process.env.PORT ?? '4321');
const address = `http://localhost:${port}`;
const bareAddress = `http://127.0.0.1:${port + 1}`;
const folder = await mkdtemp(join(tmpdir(), 'quire-serve-'));

interface Target {
  name: string;
  url: string;
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const service = await startMeasured({
  args: ['src/server/main.ts'],
  readyUrl: `${address}/readyz`,
  stdout: openSync(join(folder, 'log'), 'w'),
  env: {
    PORT: String(port),
    BASE_URL: address,
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: '9999999',
    STORE_URL: 'sqlite:bench.db',
  },
});
const idleMb = readRssMb(service.pid);
const targets = await listTargets();
const articleBytes = (await (await fetch(`${address}${targets[0]?.url}`)).arrayBuffer()).byteLength;
const bare = await startMeasured({
  args: ['tests/load/serve-bare.ts', String(port + 1), String(articleBytes)],
  readyUrl: `${bareAddress}/`,
});

try {
  await measure();
} finally {
  await Promise.all([service.stop(), bare.stop()]);
  await rm(folder, { recursive: true });
}

async function listTargets(): Promise<Target[]> {
  const client = createClient({ baseUrl: address });
  const { data } = await client.call('listArticles', { query: { per_page: 100 } });
  const free = data.find(({ tier }) => tier === 'free')?.slug ?? '';
  const paid = data.find(({ tier }) => tier === 'paid')?.slug ?? '';
  const { api_key } = await client.call('agentSubscribe');
  const etag = (await fetch(`${address}/api/v1/articles/${free}`)).headers.get('etag') ?? '';
  const call = { name: 'get_article', arguments: { slug: free } };
  const all: Target[] = [
    { name: 'free article', url: `/api/v1/articles/${free}`, status: 200 },
    { name: '304', url: `/api/v1/articles/${free}`, status: 304, headers: { 'if-none-match': etag } },
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
    { name: 'ask', url: '/ask?query=rate%20limits%20for%20agents', status: 200 },
    {
      name: 'mcp tools/call',
      url: '/mcp',
      status: 200,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    },
  ];
  return all.filter(({ name }) => !values.only || name === 'free article' || values.only.split(',').includes(name));
}

async function measure() {
  const samples = new Map<string, { cpu: number[]; rate: number[] }>();
  const jobs: { target: Target; base: string; pid: number }[] = [
    { target: { name: 'bare node:http', url: '/', status: 200 }, base: bareAddress, pid: bare.pid },
    ...targets.map((target) => ({ target, base: address, pid: service.pid })),
  ];
  for (const { target, base } of jobs) await load(target, base, 1);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const { target, base, pid } of round % 2 ? [...jobs].reverse() : jobs) {
      const before = readCpuUs(pid);
      const { requests, perSecond } = await load(target, base, Number(values.seconds));
      const seen = samples.get(target.name) ?? { cpu: [], rate: [] };
      seen.cpu.push((readCpuUs(pid) - before) / requests);
      seen.rate.push(perSecond);
      samples.set(target.name, seen);
    }
  }
  const base = samples.get('bare node:http') ?? { cpu: [], rate: [] };
  print(['', 'CPU us', 'least', 'CPU ratio', 'rate ratio']);
  for (const [name, { cpu, rate }] of samples) {
    const ratios = cpu.map((us, round) => us / (base.cpu[round] ?? Number.NaN));
    const rates = rate.map((perSecond, round) => perSecond / (base.rate[round] ?? Number.NaN));
    print([
      name,
      median(cpu).toFixed(1),
      Math.min(...cpu).toFixed(1),
      median(ratios).toFixed(2),
      median(rates).toFixed(2),
    ]);
  }
  const starts = [service, bare].map(({ startMs }) => Math.round(startMs));
  print([`ready after ${starts[0]} ms (bare: ${starts[1]}); ${idleMb} MB then, ${readRssMb(service.pid)} MB now`]);
  for (let held = 0; held < Number(values.hold ?? 0); held += 10) {
    for (const target of targets) await load(target, address, 10 / targets.length);
    print([`${held + 10} s more: ${readRssMb(service.pid)} MB`]);
  }
}

/** @throws Error when the answer is not the one that is to be measured */
async function load(target: Target, base: string, seconds: number): Promise<{ requests: number; perSecond: number }> {
  const { body, headers = {}, status, url } = target;
  const init = body === undefined ? { headers } : { headers, method: 'POST', body };
  const answer = await fetch(base + url, init);
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${target.name} answers ${answer.status}, not ${status}.`);
  const args = ['-t1', '-c16', `-d${Math.max(1, Math.round(seconds))}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (body !== undefined) {
    const script = join(folder, 'post.lua');
    await writeFile(script, `wrk.method = 'POST'\nwrk.body = '${body}'\n`);
    args.push('-s', script);
  }
  const { stdout, error } = spawnSync('wrk', [...args, base + url], { encoding: 'utf8' });
  if (error) throw new Error('wrk is needed: apt-get install wrk', { cause: error });
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  };
}

function print(cells: readonly string[]) {
  const [first = '', ...rest] = cells;
  process.stdout.write(`${first.padEnd(20)}${rest.map((cell) => cell.padStart(11)).join('')}\n`);
}
