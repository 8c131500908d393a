import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bearer, slugsByTier } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { openSocket } from '../support/raw-socket.ts';
import { serveCommand } from '../support/serve-command.ts';
import { processEnv, type Started, startProcess } from '../support/server.ts';
import { untilReady } from '../support/until-ready.ts';
import { refused, startLoad } from './load.ts';
import { preparePayment } from './payments.ts';
import { generous, rounds } from './rounds.ts';

const { free, paid } = await slugsByTier();
const reads = ['/', '/api/v1/articles', `/articles/${free[0]}`, `/api/v1/articles/${paid[0]}`, '/ask?query=keys'];
const read = (service: Started) => (number: number) => fetch(service.address + (reads[number % reads.length] ?? ''));

/** A request that nobody has read: those of ordinary clients are in it when the process is told to end. */
async function sendTo({ address }: Started, path: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => {}); // seen in what came over it
  await once(socket, 'connect');
  const ask = () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  let came = '';
  socket.on('data', (bytes) => (came += bytes));
  const closed = once(socket, 'close').then(() => came);
  return { ask, came: () => came, closed };
}

it(
  'cuts no request on SIGTERM, of readers without a pause and with one, and of buyers',
  async () => {
    let answered = 0;
    for (let round = 0; round < rounds; round += 1) {
      const service = await startProcess(generous);
      const busy = startLoad(12, read(service));
      const thoughtful = startLoad(4, async (number) => {
        await sleep(100 + (number % 8) * 50);
        return read(service)(number);
      });
      const buying = startLoad(2, () => fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' }));
      const paying = startLoad(2, async () => {
        const { path, header } = await preparePayment(`/api/v1/articles/${paid[0]}`, 2);
        return fetch(service.address + path, { headers: header });
      });
      await sleep(500);
      expect(await service.kill('SIGTERM')).toBe(0);
      expect([...paying.outcomes.keys()].filter((outcome) => outcome !== '200' && outcome !== refused)).toEqual([]);
      for (const { outcomes, end } of [busy, thoughtful, buying, paying]) {
        await end();
        // Refused at the door, nothing was sent. There is no other way to go without an answer.
        for (const outcome of outcomes.keys()) expect(['200', '402', refused]).toContain(outcome);
        answered += (outcomes.get('200') ?? 0) + (outcomes.get('402') ?? 0);
      }
    }
    process.stdout.write(`${rounds} stops under load, ${answered} answered, 0 cut\n`);
  },
  180_000 + rounds * 30_000,
);

it('answers after SIGTERM what comes over connections it has, and what the kernel took for it', async () => {
  const service = await startProcess(generous);
  const silent = await sendTo(service, '/api/v1/articles');
  const kept = await sendTo(service, '/api/v1/articles');
  kept.ask();
  await expect.poll(kept.came).toContain('200 OK');
  expect(kept.came()).not.toMatch(/^connection: close/im);
  process.kill(service.pid, 'SIGSTOP');
  const waiting = await Promise.all(Array.from({ length: 20 }, () => sendTo(service, '/api/v1/articles')));
  for (const { ask } of waiting) ask();
  const ended = service.kill('SIGTERM');
  process.kill(service.pid, 'SIGCONT');
  await sleep(400); // within the second for which it reads on
  silent.ask();
  kept.ask();
  expect(await silent.closed).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(silent.came()).toMatch(/^connection: close/im);
  expect((await kept.closed).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  for (const { closed } of waiting) expect(await closed).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(await ended).toBe(0);
});

/** A pipe that somebody holds open, that is full, and that nobody reads. */
function fullPipe() {
  const path = join(folderOfTest(), 'pipe');
  execFileSync('mkfifo', [path]);
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const fill = () => {
    for (;;) writeSync(held, Buffer.alloc(4_096));
  };
  expect(fill).toThrow('EAGAIN');
  return openSync(path, constants.O_WRONLY);
}

/** How a process ends on SIGTERM that has served, with its log in such a pipe. */
async function endUnread(env: Record<string, string>): Promise<unknown> {
  const pipe = fullPipe();
  const port = await freePort();
  const child = spawn('node', serveCommand().args, {
    env: processEnv({ port, dataDir: folderOfTest() }, { ...generous, LOG_LEVEL: 'info', ...env }),
    stdio: ['ignore', pipe, 'ignore'],
  });
  closeSync(pipe);
  const address = `http://localhost:${port}`;
  try {
    await untilReady(child, address);
    for (let count = 0; count < 50; count += 1) expect((await fetch(address)).status).toBe(200);
    await sleep(300); // its lines are handed over meanwhile
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
    child.kill('SIGTERM');
    return await ended;
  } finally {
    child.kill('SIGKILL');
  }
}

it('ends with 0 on SIGTERM though nobody reads its log, with one thread and with two', async () => {
  const ended = await Promise.all([endUnread({}), endUnread({ WORKERS: '2' })]);
  expect(ended).toEqual([
    [0, null],
    [0, null],
  ]);
}, 180_000);

/** Begins a question to the tools whose other half comes when it is told. */
async function askInHalves({ address }: Started, slug: string) {
  const params = { name: 'get_article', arguments: { slug } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const head = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Connection: close'];
  const socket = await openSocket(Number(new URL(address).port));
  const came = text(socket);
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`);
  return (): Promise<string> => {
    socket.write(body.slice(20));
    return came;
  };
}

it(
  'takes over one release after the other under load, and no reader notices',
  async () => {
    // Beside the packages that its pages import.
    const releases = mkdtempSync('.test-build/taking-over-');
    const [id = ''] = readFileSync('.test-build/current', 'utf8').split('\n');
    const other = 'a'.repeat(16);
    const broken = 'b'.repeat(16);
    for (const name of [id, other, broken]) cpSync(join('.test-build', id), join(releases, name), { recursive: true });
    // The texts that releases share are beside them.
    cpSync('.test-build/texts', join(releases, 'texts'), { recursive: true });
    rmSync(join(releases, broken, 'library.json'));
    const pointTo = (name: string) => {
      writeFileSync(join(releases, 'current.next'), `${name}\n`);
      renameSync(join(releases, 'current.next'), join(releases, 'current'));
    };
    pointTo(id);
    const service = await startProcess({ ...generous, RELEASE_DIR: releases, LOG_LEVEL: 'info' });
    const isSaid = (message: string, count: number) => () => service.output().split(message).length - 1 >= count;
    const load = startLoad(16, read(service));
    for (let round = 1; round <= rounds; round += 1) {
      const finish = await askInHalves(service, free[0] ?? '');
      pointTo(round % 2 ? other : id);
      await expect.poll(isSaid('switched to another release', round), { timeout: 30_000 }).toBe(true);
      expect(await finish(), 'begun with the release before').toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"markdown"/);
    }
    pointTo(broken);
    await expect.poll(isSaid('release rejected', 1), { timeout: 30_000 }).toBe(true);
    await sleep(200);
    await load.end();
    expect([...load.outcomes.keys()].sort()).toEqual(['200', '402']);
    process.stdout.write(`${rounds} releases taken over: ${JSON.stringify([...load.outcomes])}\n`);
    await service.kill('SIGTERM');
    rmSync(releases, { recursive: true });
  },
  180_000 + rounds * 30_000,
);

it('believes a key of the former secret under load while it is named, and not after', async () => {
  const [former, latter] = [
    'the former secret of 32 characters and more',
    'the latter secret of 32 characters and more',
  ];
  const open = (service: Started, key: string) => fetch(`${service.address}/api/v1/articles/${paid[0]}`, bearer(key));
  const mint = async (service: Started): Promise<string> =>
    (await (await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' })).json()).api_key;

  /** Reads with these keys by turns until the process has stopped. */
  async function readUntilStopped(service: Started, keys: readonly string[]) {
    const load = startLoad(8, (number) => open(service, keys[number % keys.length] ?? ''));
    await sleep(300);
    expect(await service.kill('SIGTERM')).toBe(0);
    await load.end();
    expect([...load.outcomes.keys()].sort()).toEqual(['200', refused]);
  }

  const first = await startProcess({ ...generous, KEY_SECRET: former });
  const old = await mint(first);
  await readUntilStopped(first, [old]);
  const env = { ...generous, DATA_DIR: first.dataDir, KEY_SECRET: latter };
  const both = await startProcess({ ...env, KEY_SECRET_PREVIOUS: former });
  const fresh = await mint(both);
  await readUntilStopped(both, [old, fresh]);
  const after = await startProcess(env);
  expect([(await open(after, old)).status, (await open(after, fresh)).status]).toEqual([401, 200]);
  await after.kill('SIGKILL');
});
