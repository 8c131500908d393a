import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveCommand } from '../support/serve-command.ts';
import { median, readCpuUs, startMeasured } from './serve-process.ts';

/**
 * What forty callers at once cost a service that has just been started, beside what one costs: /developers, asked over
 * sockets that do nothing else, since an HTTP client that is cold itself takes longer than the service. A bare
 * `node:http` that sends the same does the same. Needs a build for the port: `PORT=4321 npm run build`. Milliseconds,
 * median of nine starts each.
 */
const rounds = 9;
const many = 40;
const path = '/developers';
const port = Number(process.env.PORT ?? '4321');
const address = `http://localhost:${port}`;
const folder = await mkdtemp(join(tmpdir(), 'quire-cold-'));
const recording = join(folder, 'recorded.json');
const { args, env } = serveCommand();
const settings = {
  PORT: String(port),
  BASE_URL: address,
  DATA_DIR: folder,
  STORE_URL: 'sqlite:cold.db',
  LOG_LEVEL: 'warn',
};
const service: Server = { port, path, args, env: { ...env, ...settings }, readyUrl: `${address}/readyz` };
const bare: Server = {
  port: port + 1,
  path: '/0',
  args: ['tests/load/serve-replay.ts', 'node', String(port + 1), recording],
  env: {},
  readyUrl: `http://127.0.0.1:${port + 1}/0/plain`,
};

interface Server {
  port: number;
  path: string;
  args: string[];
  env: Record<string, string>;
  readyUrl: string;
}

interface Cost {
  cpuMs: number;
  wallMs: number;
  answer: Buffer;
}

try {
  const { answer } = await measureOnce(service, 1);
  await writeFile(recording, JSON.stringify([parse(answer)]));
  for (const [name, server] of Object.entries({ service, bare })) {
    const one = await measure(server, 1);
    const all = await measure(server, many);
    const ratio = (key: 'cpuMs' | 'wallMs') => (all[key] / one[key]).toFixed(1);
    const show = ({ cpuMs, wallMs }: Omit<Cost, 'answer'>) => `${cpuMs.toFixed(1)} CPU, ${wallMs.toFixed(1)} wall`;
    process.stdout.write(
      `${name}: one ${show(one)}; ${many} at once ${show(all)}: ${ratio('cpuMs')} and ${ratio('wallMs')} times as much\n`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}

async function measure(server: Server, callers: number): Promise<Omit<Cost, 'answer'>> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await measureOnce(server, callers));
  return { cpuMs: median(costs.map(({ cpuMs }) => cpuMs)), wallMs: median(costs.map(({ wallMs }) => wallMs)) };
}

/** Starts a server, lets it come to rest, and asks it so many times at once. */
async function measureOnce(server: Server, callers: number): Promise<Cost> {
  const started = await startMeasured(server);
  await sleep(700);
  const before = readCpuUs(started.pid);
  const startedAt = performance.now();
  const [answer = Buffer.alloc(0)] = await Promise.all(Array.from({ length: callers }, () => ask(server)));
  const wallMs = performance.now() - startedAt;
  const cpuMs = (readCpuUs(started.pid) - before) / 1000;
  await started.stop();
  return { cpuMs, wallMs, answer };
}

/** @returns the answer as it came, headers and body */
function ask(server: Server): Promise<Buffer> {
  const socket = connect(server.port, 'localhost');
  const lines = [`GET ${server.path} HTTP/1.1`, `Host: localhost:${port}`, 'Accept-Encoding: br', 'Connection: close'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return buffer(socket);
}

/** As serve-replay.ts reads it. */
function parse(answer: Buffer) {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
  });
  return { status: Number(first.split(' ')[1]), headers, body: answer.subarray(end + 4).toString('base64') };
}
