import { spawn } from 'node:child_process';
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
 * request costs when ten are busy, beside one that is busy alone.
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
  const rounds: (readonly [alone: number, together: number])[] = [];
  for (let round = 0; round < 3; round += 1) rounds.push([await load(hosts.slice(0, 1)), await load(hosts)] as const);
  const [alone, together] = [0, 1].map((side) => median(rounds.map((round) => round[side] ?? Number.NaN)));
  const ratio = median(rounds.map(([one, all]) => all / one));
  print({
    cpuUsAlone: alone?.toFixed(1),
    cpuUsTenBusy: together?.toFixed(1),
    ratio: ratio.toFixed(2),
    peakMb: readMemoryMb(),
  });
} finally {
  await installation.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** Microseconds of CPU of all processes for one request, with four kept-alive connections to each host. */
async function load(hosts: readonly string[], seconds = Number(values.seconds)): Promise<number> {
  const before = readCpu();
  const requests = await Promise.all(
    hosts.map(async (host) => {
      const url = `http://127.0.0.1:${installation.port}${path}`;
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

function readCpu(): number {
  return processes().reduce((sum, pid) => sum + readCpuUs(pid), 0);
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
