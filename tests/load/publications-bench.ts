import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askHost, baseUrlOf, buildPublication, starterArticles, startInstallation } from '../support/installation.ts';
import { median, readCpuUs } from './serve-process.ts';

/**
 * An installation with many publications: what it takes when each is asked once, one after the other, and what a
 * request costs when ten are busy, beside one that is busy alone. The control is ten services with nothing but
 * `node:http` and the same response, in turns with the installation: what ten processes cost on so few cores.
 * Usage: npm run bench:publications [-- --count 1000 --open 14 --seconds 4]
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    open: { type: 'string', default: '14' },
    seconds: { type: 'string', default: '4' },
  },
});
const [count, busy] = [Number(values.count), 10];
const folder = await mkdtemp(join(tmpdir(), 'quire-publications-'));
const path = `/api/v1/articles/${starterArticles.free}`;
const hostOf = (number: number) => `p${number}.example`;

// One release for all: a release is for one base URL, which may not be a host of one of them.
const built = 'built.example';
await buildPublication({ installation: folder, host: built, word: 'measuring' });
renameSync(join(folder, built), join(folder, hostOf(0)));
for (let number = 1; number < count; number += 1) {
  const own = join(folder, hostOf(number));
  mkdirSync(own);
  for (const name of ['content', 'public', 'site.config.ts', 'release'])
    symlinkSync(join('..', hostOf(0), name), join(own, name));
  writeFileSync(join(own, '.env'), `BASE_URL=${baseUrlOf(built)}\n`);
}
const installation = await startInstallation({
  installation: folder,
  env: { PUBLICATIONS_OPEN: values.open, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' },
});
interface Plain {
  child: ChildProcess;
  port: number;
}
/** Microseconds of CPU for a request, of one and of ten. */
interface Round {
  one: number;
  ten: number;
  onePlain: number;
  tenPlain: number;
}
const plain: Plain[] = [];
const processes = () => [installation.pid, ...installation.processes().values()];

try {
  const firstMs: number[] = [];
  let peakMb = 0;
  for (let number = 0; number < count; number += 1) {
    const startedAt = performance.now();
    // Each from a client of its own, as readers of a thousand publications are.
    const headers = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
    const { status } = await askHost(installation.port, hostOf(number), { path, headers });
    if (status !== 200) throw new Error(`${hostOf(number)} returns ${status}.`);
    firstMs.push(performance.now() - startedAt);
    peakMb = Math.max(peakMb, readMemoryMb());
  }
  const sorted = firstMs.toSorted((one, other) => one - other);
  print({
    publications: count,
    open: values.open,
    firstRequestMs: Math.round(median(firstMs)),
    p99Ms: at(sorted, 0.99),
    peakMb,
  });

  const hosts = Array.from({ length: busy }, (_, index) => hostOf(count - 1 - index));
  // Until V8 has compiled what runs often.
  for (const host of hosts) await load([host], 3);
  const { body } = await askHost(installation.port, hosts[0] ?? '', { path });
  plain.push(...(await Promise.all(hosts.map(() => startPlain(body)))));
  await loadPlain(plain, 3);
  const rounds: Round[] = [];
  for (let round = 0; round < 5; round += 1)
    rounds.push({
      one: await load(hosts.slice(0, 1)),
      ten: await load(hosts),
      onePlain: await loadPlain(plain.slice(0, 1)),
      tenPlain: await loadPlain(plain),
    });
  const of = (figure: (round: Round) => number) => Number(median(rounds.map(figure)).toFixed(2));
  print({
    cpuUsAlone: of(({ one }) => one),
    cpuUsTenBusy: of(({ ten }) => ten),
    ratio: of(({ one, ten }) => ten / one),
    plainCpuUsAlone: of(({ onePlain }) => onePlain),
    plainCpuUsTenBusy: of(({ tenPlain }) => tenPlain),
    plainRatio: of(({ onePlain, tenPlain }) => tenPlain / onePlain),
    peakMb: readMemoryMb(),
  });
} finally {
  for (const { child } of plain) child.kill();
  await installation.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds of CPU of all processes for one request to some of the publications. */
function load(hosts: readonly string[], seconds?: number): Promise<number> {
  const targets = hosts.map((host) => ({ host, port: installation.port }));
  return measureLoad(targets, { pids: processes, seconds });
}

/** The same of services without our code. */
function loadPlain(services: readonly Plain[], seconds?: number): Promise<number> {
  const targets = services.map(({ port }) => ({ host: 'plain.example', port }));
  return measureLoad(targets, { pids: () => services.flatMap(({ child }) => child.pid ?? []), seconds });
}

/** Sends what four kept-alive connections to each target can, each target from a process of its own. */
async function measureLoad(
  targets: readonly { host: string; port: number }[],
  { pids, seconds = Number(values.seconds) }: { pids: () => number[]; seconds?: number | undefined },
): Promise<number> {
  const readCpu = () => pids().reduce((sum, pid) => sum + readCpuUs(pid), 0);
  const before = readCpu();
  const requests = await Promise.all(
    targets.map(async ({ host, port }) => {
      const url = `http://127.0.0.1:${port}${path}`;
      const wrk = spawn('wrk', ['-t1', '-c4', `-d${seconds}s`, '-H', `Host: ${host}`, url]);
      let output = '';
      wrk.stdout.on('data', (chunk) => (output += chunk));
      await once(wrk, 'close');
      if (/Non-2xx/.test(output)) throw new Error(`${host}: ${output}`);
      return Number(/(\d+) requests in/.exec(output)?.[1]);
    }),
  );
  return (readCpu() - before) / requests.reduce((sum, each) => sum + each, 0);
}

/** Starts a process that answers each request with one text. */
async function startPlain(body: string): Promise<Plain> {
  const program = `
    const body = Buffer.from(process.env.BODY);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const server = require('node:http').createServer((_, response) => response.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { env: { BODY: body }, stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { child, port: Number(String(port)) };
}

/** Proportional set size of all processes: pages that several of them share count once. */
function readMemoryMb(): number {
  const kilobytes = processes().map((pid) => {
    const found = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(found?.[1] ?? 0);
  });
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
}

function print(figures: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
