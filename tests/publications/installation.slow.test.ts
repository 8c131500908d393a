import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { isNginxInstalled, startFront } from '../faults/nginx.ts';
import { folderOfFile } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { isHaproxyInstalled, startHaproxy } from '../support/haproxy.ts';
import {
  askHost,
  baseUrlOf,
  buildPublication,
  type Got,
  type Installation,
  starterArticles,
  startInstallation,
} from '../support/installation.ts';
import { openSocket, readAnswer, sendBytes } from '../support/raw-socket.ts';

const folder = folderOfFile();
const [a, b, broken] = ['a.example', 'b.example', 'broken.example'] as const;
const words: Record<string, string> = { [a]: 'zebrafish', [b]: 'quokkas', [broken]: 'narwhals' };
const freePath = `/api/v1/articles/${starterArticles.free}`;
const paidPath = `/api/v1/articles/${starterArticles.paid}`;
const secretOf = (host: string) => `the secret of ${host}, which only it knows`;

let served: Installation;
let metricsPort: number;

beforeAll(async () => {
  // The same prefix of keys in both: only the secret tells them apart.
  for (const host of [a, b, broken])
    await buildPublication({
      installation: folder,
      host,
      word: words[host] ?? '',
      env: ['KEY_PREFIX=shared', `KEY_SECRET="${secretOf(host)}"`],
      prepare: (root) => writeFileSync(join(root, 'public/large.txt'), 'large\n'.repeat(150_000)),
    });
  symlinkSync(a, join(folder, 'www.a.example'));
  metricsPort = await freePort();
  const secrets = { KEY_SECRET: secretOf('the installation'), OWNER_SECRET: secretOf('the owner') };
  served = await startInstallation({
    installation: folder,
    env: { ...secrets, METRICS_PORT: String(metricsPort), TRUSTED_PROXIES: '127.0.0.1', LOG_ADDRESSES: 'on' },
  });
});

afterAll(() => served?.kill('SIGKILL'));

const ask = (host: string, path: string, more: Omit<Parameters<typeof askHost>[2], 'path'> = {}) =>
  askHost(served.port, host, { path, ...more });
const errorOf = ({ body }: Got) => ErrorBody.parse(JSON.parse(body)).error;
const hasPaidText = ({ body }: Got) => 'markdown' in JSON.parse(body);
const titleOf = (host: string) => `A study of ${words[host]}`;

async function subscribe(host: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await ask(host, '/api/v1/agent/subscribe', { method: 'POST', headers });
  return JSON.parse(body).api_key;
}

/** Waits until a publication is open; one that could not be opened is tried again after five seconds. */
const untilOpen = (host: string) =>
  expect.poll(async () => (await ask(host, freePath)).status, { timeout: 60_000 }).toBe(200);

/** Ends the process of a publication, if it has one. */
async function end(host: string): Promise<void> {
  const pid = served.processes().get(host);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await expect.poll(() => served.processes().has(host)).toBe(false);
}

/** Reads a free article of each host in turn, over one connection of the client. */
async function alternate(port: number, path: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < 8; round += 1)
    for (const host of [a, b]) {
      const got = await askHost(port, host, { path, agent });
      expect(got.status).toBe(200);
      expect(JSON.parse(got.body).title).toBe(titleOf(host));
      const key = await askHost(port, host, {
        path: '/api/v1/agent/subscribe',
        method: 'POST',
        body: '{}',
        agent,
        headers: { 'content-type': 'application/json' },
      });
      expect(key.status).toBe(200);
      const bearer = { authorization: `Bearer ${JSON.parse(key.body).api_key}` };
      expect((await askHost(port, host, { path: paidPath, agent, headers: bearer })).status).toBe(200);
    }
  agent.destroy();
}

describe('publications of one installation', () => {
  it('are opened by their first request, each in a process of its own', async () => {
    expect([...served.processes().keys()]).toEqual([]);
    expect((await ask(a, freePath)).status).toBe(200);
    expect([...served.processes().keys()]).toEqual([a]);
    await Promise.all(Array.from({ length: 8 }, () => ask(b, freePath)));
    expect([...served.processes().keys()].toSorted()).toEqual([a, b]);
  });

  it.each([a, b])('inherit no secret of another one or of the installation: %s', (host) => {
    const env = readFileSync(`/proc/${served.processes().get(host)}/environ`, 'utf8');
    expect(env.match(/the secret of [^,]+/g)).toEqual([`the secret of ${host}`]);
  });

  it('have their own texts, ETags, base URLs and cached responses at the same path', async () => {
    for (const path of [
      '/',
      '/articles',
      freePath,
      '/openapi.json',
      '/feed.atom',
      '/.well-known/oauth-authorization-server',
    ]) {
      const [ofA, ofB] = [await ask(a, path), await ask(b, path)];
      const again = [await ask(a, path), await ask(b, path)];
      expect(
        again.map(({ body }) => body),
        path,
      ).toEqual([ofA.body, ofB.body]);
      expect(ofA.headers.etag === undefined || ofA.headers.etag !== ofB.headers.etag, path).toBe(true);
      expect(ofA.body.includes(b) || ofB.body.includes(a), path).toBe(false);
      const conditional = await ask(b, path, { headers: { 'if-none-match': ofA.headers.etag ?? '"none"' } });
      expect(conditional.status, path).toBe(200);
    }
  });

  it('reject the keys and the cookies of one another', async () => {
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const headers = { authorization: `Bearer ${await subscribe(own)}` };
      const opened = await ask(own, paidPath, { headers });
      expect([opened.status, hasPaidText(opened)]).toEqual([200, true]);
      expect((await ask(other, paidPath, { headers })).status).toBe(401);
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
      const unlocked = await ask(own, '/unlock', {
        method: 'POST',
        headers: form,
        body: `slug=${starterArticles.paid}`,
      });
      const cookie = unlocked.headers['set-cookie']?.map((line) => line.split(';', 1)[0]).join('; ') ?? '';
      expect(cookie).not.toBe('');
      const page = `/articles/${starterArticles.paid}`;
      const sold = JSON.parse(opened.body)
        .markdown.match(/[\w ,]{40,}/g)
        .at(-1);
      const mine = await ask(own, page, { headers: { cookie } });
      const foreign = await ask(other, page, { headers: { cookie } });
      expect([mine, foreign].map(({ body }) => body.includes(sold))).toEqual([true, false]);
    }
  });

  it('do not sell for one another: a payment, its receipt and its purchase belong to one', async () => {
    const wallet = createWallet();
    const payment = {
      ...(await signPayment(wallet, 2, { value: '80000', accepted: { amount: '80000' } })),
      resource: { url: baseUrlOf(a) + paidPath },
    };
    const headers = { 'payment-signature': encodeHeader(payment) };
    const bought = await ask(a, paidPath, { headers });
    expect([bought.status, hasPaidText(bought)]).toEqual([200, true]);
    const refused = await ask(b, paidPath, { headers });
    expect([refused.status, hasPaidText(refused)]).toEqual([402, false]);
    const body = JSON.stringify({ receipt: JSON.parse(bought.body).receipt });
    const redeem = (host: string) =>
      ask(host, '/api/v1/receipts/redeem', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await redeem(a)).status).toBe(200);
    expect((await redeem(b)).status).toBe(400);
  });

  it('give two keys for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the same at both' };
    const keys = [await subscribe(a, headers), await subscribe(b, headers)];
    expect(new Set(keys).size).toBe(2);
    expect(await subscribe(a, headers)).toBe(keys[0]);
    expect(await subscribe(b, headers)).toBe(keys[1]);
  });

  it('find none of the articles of one another', async () => {
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const found = await ask(own, `/ask?query=${words[own]}`);
      expect(found.body).toContain(titleOf(own));
      for (const path of [`/ask?query=${words[own]}`, `/search?q=${words[own]}`]) {
        const { status, body } = await ask(other, path);
        expect([status, body.includes(titleOf(own))]).toEqual([200, false]);
      }
    }
  });
});

describe('a connection', () => {
  it('may ask for one publication after the other', () => alternate(served.port, freePath));

  it.skipIf(!isNginxInstalled)(
    'may be shared by all clients of nginx, with deploy/nginx.conf (with nginx)',
    async () => {
      const front = await startFront([served.port]);
      await alternate(Number(new URL(front.address).port), freePath).finally(front.stop);
    },
  );

  it.skipIf(!isHaproxyInstalled)('may be shared by all clients of HAProxy (with haproxy)', async () => {
    const front = await startHaproxy(served.port);
    await alternate(Number(new URL(front.address).port), freePath).finally(front.stop);
  });

  it.each(['opened already', 'opened meanwhile'])(
    'may arrive in pieces, with a body and two requests: %s',
    async (when) => {
      const pid = served.processes().get(b);
      if (when === 'opened meanwhile' && pid !== undefined) process.kill(pid, 'SIGKILL');
      await expect.poll(() => served.processes().has(b)).toBe(when === 'opened already');
      const socket = await openSocket(served.port);
      const body = '{"query":"quokkas"}';
      const post = `POST /ask HTTP/1.1\r\nHost: ${b}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const last = `GET /healthz HTTP/1.1\r\nHost: ${b}\r\nConnection: close\r\n\r\n`;
      let received = '';
      socket.on('data', (chunk) => (received += chunk));
      const ended = new Promise((resolve) => socket.once('end', resolve));
      for (const piece of [post.slice(0, 9), post.slice(9), body.slice(0, 5), body.slice(5) + last]) {
        socket.write(piece);
        await sleep(30);
      }
      await ended;
      expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
      expect(received).toContain(titleOf(b));
    },
  );
});

describe('a Host header', () => {
  it.each(['c.example', '../a.example', 'a.example/../b.example', `${a}.`, '.', '..', 'a', '[::1]', '%61.example'])(
    'that names no publication gets 421: %s',
    async (host) => {
      const { line, error } = readAnswer(await sendBytes(served.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
      expect(line).toBe('HTTP/1.1 421 Misdirected Request');
      expect(error()).toMatchObject({ code: 'misdirected_request', message: expect.stringMatching(/^This server/) });
    },
  );

  it.each([['A.EXAMPLE:4321'], ['www.a.example'], ['a.example:99999']])('may be written as %s', async (host) => {
    expect(JSON.parse((await ask(host, freePath)).body).title).toBe(titleOf(a));
  });

  it.each(['', 'Host: \r\n', `Host: ${a}\r\nHost: ${b}\r\n`, `Host: ${b}\r\nHost: ${a}\r\n`])(
    'has to be there once, and to name a host: %j',
    async (fields) => {
      const { line } = readAnswer(
        await sendBytes(served.port, `GET ${freePath} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`),
      );
      expect(line).toMatch(/^HTTP\/1\.1 4(?:00|21) /);
    },
  );

  it('counts less than the host of the request target, which both readers take', async () => {
    const target = `http://${b}${freePath}`;
    const { line, body } = readAnswer(
      await sendBytes(served.port, `GET ${target} HTTP/1.1\r\nHost: ${a}\r\nConnection: close\r\n\r\n`),
    );
    expect([line, JSON.parse(body).title]).toEqual(['HTTP/1.1 200 OK', titleOf(b)]);
  });
});

describe('the host process', () => {
  it('is healthy and ready by itself', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask('127.0.0.1', path)).status).toBe(200);
  });

  it('names the publication in its log and its metrics', async () => {
    await ask(a, '/api/v1/pricing');
    await expect.poll(() => served.log()).toMatch(new RegExp(`"publication":"${a}",.*"operation":"getPricing"`));
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const host of [a, b])
      expect(metrics).toMatch(new RegExp(`_count\\{operation="getArticle".*publication="${host}"`));
  });

  it('logs the address of a client whose request it rejects itself', async () => {
    await ask('nowhere.example', '/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await expect.poll(() => served.log()).toMatch(/"status":421,.*"clientAddress":"203\.0\.113\.9"/);
  });

  it('returns 503 for a broken release, says why, leaves the others alone, and opens it when it is repaired', async () => {
    const release = join(folder, broken, 'release', 'current');
    renameSync(release, `${release}.away`);
    const [got, other] = await Promise.all([ask(broken, freePath), ask(a, freePath)]);
    expect([got.status, got.headers['retry-after'], other.status]).toEqual([503, '5', 200]);
    expect(errorOf(got)).toMatchObject({
      code: 'publication_unavailable',
      message: expect.stringContaining('Retry-After'),
    });
    await expect
      .poll(() => served.log())
      .toMatch(new RegExp(`"publication":"${broken}".*Nothing is built in ${join(folder, broken)}`));
    renameSync(`${release}.away`, release);
    process.kill(served.pid, 'SIGHUP');
    await expect.poll(async () => (await ask(broken, freePath)).status, { timeout: 60_000 }).toBe(200);
  });

  it('opens neither of two publications that would share their records, and says which two', async () => {
    const env = join(folder, broken, '.env');
    const own = readFileSync(env, 'utf8');
    appendFileSync(env, 'STORE_URL=sqlite:../../shared.db\n');
    const other = join(folder, b, '.env');
    const before = readFileSync(other, 'utf8');
    appendFileSync(other, `STORE_URL=sqlite:../../shared.db\nSTORE_PREFIX=${broken}\n`);
    for (const host of [b, broken]) await end(host);
    for (const host of [b, broken])
      await expect
        .poll(async () => [(await ask(host, freePath)).status, served.log()], { timeout: 60_000 })
        .toEqual([503, expect.stringMatching(new RegExp(`the STORE_PREFIX ${broken}.*"publication":"${host}"`))]);
    expect((await ask(a, freePath)).status).toBe(200);
    writeFileSync(env, own);
    writeFileSync(other, before);
    for (const host of [b, broken]) await untilOpen(host);
  });

  it.each([
    ['its own store', ''],
    ['a shared one and the STORE_PREFIX of before', `STORE_URL=sqlite:../../shared.db\nSTORE_PREFIX=${broken}\n`],
  ])('keeps what was bought from a publication whose folder gets another name, with %s', async (store, settings) => {
    const env = join(folder, broken, '.env');
    const own = readFileSync(env, 'utf8');
    if (settings) writeFileSync(env, own + settings.replace(/^STORE_PREFIX.*\n/m, ''));
    await end(broken);
    await untilOpen(broken);
    const idempotent = { 'idempotency-key': `before the folder is renamed, with ${store}` };
    const key = await subscribe(broken, idempotent);
    await end(broken);
    writeFileSync(env, own + settings);
    renameSync(join(folder, broken), join(folder, 'renamed.example'));
    await untilOpen('renamed.example');
    expect(await subscribe('renamed.example', idempotent)).toBe(key);
    await end('renamed.example');
    renameSync(join(folder, 'renamed.example'), join(folder, broken));
    writeFileSync(env, own);
    await untilOpen(broken);
  });

  it('does not open a copy of a publication with the .env of that one, and says which two', async () => {
    const copy = join(folder, 'copy.example');
    cpSync(join(folder, b), copy, { recursive: true, verbatimSymlinks: true });
    onTestFinished(() => rmSync(copy, { recursive: true }));
    await sleep(1_500);
    expect((await ask('copy.example', freePath)).status).toBe(503);
    const sentence =
      'The .env of copy.example has b.example in BASE_URL, and this host belongs to the publication b.example';
    await expect.poll(() => served.log()).toContain(sentence);
    await untilOpen(b);
  });

  it('gives a publication no host by its .env, also not on a connection that a client keeps', async () => {
    const env = join(folder, b, '.env');
    const own = readFileSync(env, 'utf8');
    appendFileSync(env, 'ALLOWED_HOSTS=stray.example\n');
    onTestFinished(() => writeFileSync(env, own));
    await end(b);
    await untilOpen(b);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const statuses = [await ask(b, freePath, { agent }), await ask('stray.example', freePath, { agent })];
    expect(statuses.map(({ status }) => status)).toEqual([200, 421]);
  });

  it('finds a link to a publication that is open already', async () => {
    await untilOpen(b);
    const pid = served.processes().get(b);
    const link = join(folder, 'later.example');
    symlinkSync(b, link);
    onTestFinished(() => rmSync(link));
    await expect.poll(async () => (await ask('later.example', freePath)).status, { timeout: 20_000 }).toBe(200);
    expect(served.processes().get(b)).toBe(pid);
  });

  it('ends a publication whose folder is removed, though a client keeps its connection in use', async () => {
    await untilOpen(broken);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const read = async () => (await ask(broken, freePath, { agent }).catch(() => undefined))?.status;
    expect(await read()).toBe(200);
    const removed = join(folder, '.removed');
    renameSync(join(folder, broken), removed);
    await expect.poll(read, { timeout: 20_000, interval: 200 }).toBe(421);
    await expect.poll(() => served.processes().has(broken), { timeout: 20_000 }).toBe(false);
    renameSync(removed, join(folder, broken));
    await untilOpen(broken);
  });

  it('opens a publication again whose process was killed', async () => {
    await untilOpen(a); // idle ones are closed
    const before = served.processes().get(a);
    await end(a);
    await expect.poll(async () => (await ask(a, freePath)).status, { timeout: 60_000 }).toBe(200);
    expect(served.processes().get(a)).not.toBe(before);
  });

  it('ends with all its publications, after their responses', async () => {
    const all = [...served.processes().values()];
    expect(all.length).toBeGreaterThan(1);
    expect(await served.kill('SIGTERM')).toBe(0);
    expect(all.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });
});

describe('publications that are not used', () => {
  const script = 'tests/publications/idle-installation.ts';
  let idle: Installation;
  beforeAll(async () => {
    idle = await startInstallation({ installation: folder, env: { PUBLICATIONS_OPEN: '1', OPENINGS: '200' }, script });
  });
  afterAll(() => idle?.kill('SIGKILL'));

  const open = () => [...idle.processes().keys()];

  it('are closed, and opened again by the next request', async () => {
    expect((await askHost(idle.port, a, { path: freePath })).status).toBe(200);
    expect(open()).toEqual([a]);
    await expect.poll(open, { timeout: 60_000 }).toEqual([]);
    expect((await askHost(idle.port, a, { path: freePath })).status).toBe(200);
  });

  it('make room for others, and 503 is returned while none can', async () => {
    expect((await askHost(idle.port, b, { path: freePath })).status).toBe(200);
    expect(open()).toEqual([b]);
    // A client that has not read its responses yet.
    const slow = await openSocket(idle.port);
    // Together more than fits into buffers of the kernel.
    slow.write(`GET /large.txt HTTP/1.1\r\nHost: ${b}\r\n\r\n`.repeat(16));
    // The publication reports each second what it is doing, later where other tests have the cores.
    await sleep(5_000);
    const refused = await askHost(idle.port, a, { path: freePath });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(open()).toEqual([b]);
    slow.destroy();
    await expect
      .poll(async () => (await askHost(idle.port, a, { path: freePath })).status, { timeout: 60_000, interval: 1_000 })
      .toBe(200);
  });

  it.each([
    [
      'an event stream',
      (session: string) => `GET /mcp HTTP/1.1\r\nHost: ${b}\r\nAccept: text/event-stream\r\n${session}\r\n`,
    ],
    ['a request whose body does not arrive', () => `POST /ask HTTP/1.1\r\nHost: ${b}\r\nContent-Length: 9\r\n\r\n{`],
  ])('make room for others while all they have is %s', async (_, write) => {
    const read = (host: string) => askHost(idle.port, host, { path: freePath });
    await expect.poll(async () => (await read(b)).status, { timeout: 60_000 }).toBe(200);
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'listener', version: '1' } };
    const begun = await askHost(idle.port, b, {
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const listener = await openSocket(idle.port);
    listener.on('error', () => {}).resume();
    listener.once('end', () => listener.destroy());
    const ended = once(listener, 'close');
    listener.write(write(`Mcp-Session-Id: ${begun.headers['mcp-session-id']}\r\nMCP-Protocol-Version: 2025-06-18\r\n`));
    // The publication reports each second what it is doing, and one that was used just now is as good as another.
    await sleep(3_000);
    expect(open()).toEqual([b]);
    await expect.poll(async () => (await read(a)).status, { timeout: 15_000, interval: 1_000 }).toBe(200);
    await ended;
  });

  it('cannot be opened in turn by one caller without end', async () => {
    // Few, because on a busy machine each takes seconds, and a minute later the count begins again.
    const env = { PUBLICATIONS_OPEN: '1', OPENINGS: '3' };
    const strict = await startInstallation({ installation: folder, env, script });
    onTestFinished(() => void strict.kill('SIGKILL'));
    const answers: Got[] = [];
    while (answers.length < 5 && answers.at(-1)?.status !== 429)
      answers.push(await askHost(strict.port, answers.length % 2 ? a : b, { path: freePath }));
    expect(answers.length).toBe(4);
    const last = answers.at(-1);
    expect([last?.status, last && errorOf(last).code]).toEqual([429, 'rate_limited']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
