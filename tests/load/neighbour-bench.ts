import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '../support/api-client.ts';
import { type Question, send } from './hostile-mix.ts';
import { quantile, startService } from './serve-process.ts';

/**
 * What one caller notices of another that does its worst within its limits. The service as it is shipped, with its own
 * limits; the hostile caller is a process of its own with 64 connections, three keys and one address, a new one for
 * each way of being hostile. The reader beside it asks for a cached page and for questions nobody asked before. Fails
 * when the 99th percentile of its pages is over three times, or of its questions over five times, what it is without a
 * neighbour in the same run. Needs a build for the port: `PORT=4321 npm run build` (RELEASE_DIR as for the server).
 * `--seconds 60 --only payments,OAuth`; `--readers 40` divides the same requests among readers in forty networks.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    readers: { type: 'string', default: '1' },
  },
});
const bounds = { page: 3, question: 5 };
const allModes = [
  'new questions',
  'full batches',
  'long unknown words',
  'filtered lists',
  'new pages',
  'quotes',
  'posted quotes',
  'payments',
  'OAuth',
  'uploads of 64 KiB',
  'largest JSON',
];
const modes = values.only ? values.only.split(',') : allModes;
const port = Number(process.env.PORT ?? '4321');
const address = `http://localhost:${port}`;
const folder = await mkdtemp(join(tmpdir(), 'quire-neighbour-'));
const service = await startService({ port, folder, env: { NODE_ENV: 'production' } });

type Times = Record<keyof typeof bounds, number[]>;

const client = createClient({ baseUrl: address });
const { data } = await client.call('listArticles', { query: { per_page: 100 } });
const freeSlug = data.find(({ tier }) => tier === 'free')?.slug ?? '';
const paidSlug = data.find(({ tier }) => tier === 'paid')?.slug ?? '';
const words = [
  ...new Set(
    data
      .map(({ title }) => title.toLowerCase())
      .join(' ')
      .match(/[a-z]{4,}/g),
  ),
];
let questionsAsked = 0;
let runs = 0;

/** @returns a question of four words of the titles that this run has not asked before */
function newQuestion(): Question {
  questionsAsked += 1;
  let rest = questionsAsked * 7_919;
  const chosen = [0, 1, 2, 3].map(() => {
    const word = words[rest % words.length] ?? '';
    rest = Math.floor(rest / words.length);
    return word;
  });
  return { path: `/ask?query=${chosen.join('+')}` };
}

/**
 * One connection of the reader.
 * @param about.everyMs from one request to the next
 * @param about.firstMs until the first request
 * @returns milliseconds of each answer
 */
async function read(about: {
  localAddress: string;
  everyMs: number;
  firstMs: number;
  seconds: number;
  make: () => Question;
}) {
  const { localAddress, everyMs, firstMs, seconds, make } = about;
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  const times: number[] = [];
  const endAt = performance.now() + seconds * 1_000;
  for (let nextAt = performance.now() + firstMs; nextAt < endAt; nextAt += everyMs) {
    await sleep(Math.max(0, nextAt - performance.now()));
    const startedAt = performance.now();
    const status = await send(port, make(), agent);
    times.push(performance.now() - startedAt);
    if (status !== '200') throw new Error(`The reader got ${status} for ${make().path}.`);
  }
  agent.destroy();
  return times;
}

/** A question counts five calls of 600 a minute, so two in a second would be over the limit. */
async function readBeside(seconds: number): Promise<Times> {
  runs += 1;
  const count = Number(values.readers);
  const readers = Array.from({ length: count }, async (_, at) => {
    const about = { localAddress: `127.1.${at}.${runs}`, seconds };
    const [pageMs, questionMs] = [10, 550];
    const page = () => ({ path: `/articles/${freeSlug}` });
    return Promise.all([
      read({ ...about, everyMs: pageMs * count, firstMs: pageMs * at, make: page }),
      read({ ...about, everyMs: questionMs * count, firstMs: questionMs * at, make: newQuestion }),
    ]);
  });
  const all = await Promise.all(readers);
  return { page: all.flatMap(([page]) => page), question: all.flatMap(([, question]) => question) };
}

async function startHostile(mode: string, at: number): Promise<ChildProcess> {
  const keys = await Promise.all([1, 2, 3].map(() => client.call('agentSubscribe')));
  const args = [
    'tests/load/neighbour-hostile.ts',
    mode,
    String(port),
    `127.0.4.${at + 1}`,
    words.join(','),
    paidSlug,
    ...keys.map(({ api_key }) => api_key),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data'); // ready
  return child;
}

const p99 = (times: readonly number[]) => quantile(times, 0.99);

function print(name: string, times: Times, alone?: Times) {
  const cells = [times.page, times.question].map((one, at) => {
    const base = alone && [alone.page, alone.question][at];
    const ratio = base ? ` (${(p99(one) / p99(base)).toFixed(1)})` : '';
    return `${quantile(one, 0.5).toFixed(1)} / ${p99(one).toFixed(1)}${ratio} / ${Math.max(...one).toFixed(1)}`;
  });
  process.stdout.write(`${name.padEnd(22)}${cells.map((cell) => cell.padStart(32)).join('')}\n`);
}

try {
  await readBeside(10); // warm
  process.stdout.write(`${''.padEnd(22)}${'page p50 / p99 / most, ms'.padStart(32)}${'new question'.padStart(32)}\n`);
  const alone = await readBeside(Number(values.seconds));
  print('no neighbour', alone);
  for (const [at, mode] of modes.entries()) {
    if (at % 3 === 2) await sleep(61_000); // the keys of another three neighbours
    const hostile = await startHostile(mode, at);
    const beside = await readBeside(Number(values.seconds));
    hostile.kill('SIGTERM');
    print(mode, beside, alone);
    process.stdout.write(`${''.padEnd(22)}it got ${(hostile.stdout && (await text(hostile.stdout)).trim()) ?? ''}\n`);
    const isPageNear = p99(beside.page) <= bounds.page * p99(alone.page);
    const isQuestionNear = p99(beside.question) <= bounds.question * p99(alone.question);
    if (!isPageNear || !isQuestionNear) process.exitCode = 1;
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}
