import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { freePort } from '../support/free-port.ts';
import { createReader, findDifference, type Response } from './compare.ts';
import { listSteps } from './requests.ts';
import { build, checkOut, createSettings, type Side, startSide } from './side.ts';
import type { Step } from './step.ts';

/*
 * Does the code of this checkout respond as the code of another commit does? Both build the same publication and
 * receive the same requests, and each response must be equal to the byte, apart from IDs, clocks and the hashes in the
 * names of assets.
 *
 *   node tests/parity/parity.ts --base REVISION [--accept PATTERN]...
 *
 * Ends with 1 where a response differs and no accepted pattern matches its request line.
 */
const { values } = parseArgs({
  options: { base: { type: 'string', default: 'HEAD' }, accept: { type: 'string', multiple: true, default: [] } },
});
const accepted = values.accept.map((pattern) => new RegExp(pattern));
mkdirSync('.test-build', { recursive: true });
const folder = mkdtempSync(resolve('.test-build', 'parity-run-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(side: Side, { method, target, headers, body }: Step): Promise<Response> {
  return new Promise((done, fail) => {
    const flat = [['x-request-id', 'parity-request'], ...headers].flat();
    const hasHost = headers.some(([name]) => name === 'host');
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))];
    const all = [...(hasHost ? [] : ['host', 'localhost']), ...flat, ...length];
    const sent = request(
      { agent, port: side.port, host: '127.0.0.1', method, path: target, headers: all },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () =>
          done({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.once('error', fail);
    sent.end(body);
  });
}

/** What each side has given so far, by name. */
function createMemory() {
  const known = new Map<string, string>();
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known.get(name) ?? name);
  return {
    fill: (step: Step): Step => ({
      ...step,
      target: fill(step.target),
      headers: step.headers.map(([name, value]) => [name, fill(value)] as const),
      ...(step.body !== undefined && { body: fill(step.body) }),
    }),
    remember({ remember }: Step, { body }: Response) {
      if (!remember) return;
      const value: unknown = JSON.parse(body.toString('utf8'))[remember.member];
      if (typeof value === 'string') known.set(remember.name, value);
    },
  };
}

async function readLists(side: Side) {
  const read = async (target: string) => (await send(side, { method: 'GET', target, headers: [] })).body.toString();
  const { data } = JSON.parse(await read('/api/v1/articles?per_page=100'));
  const pages = [...(await read('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path || '/',
  );
  return { articles: data, pages };
}

async function compare(sides: readonly [Side, Side, Side]): Promise<{ sent: number; different: number }> {
  const [first] = sides;
  const wallet = privateKeyToAccount(generatePrivateKey());
  const steps = await listSteps({ wallet, ...(await readLists(first)) });
  const memories = sides.map(createMemory);
  const readers = sides.map(createReader);
  let different = 0;
  for (const step of steps) {
    const [a, b, c] = await Promise.all(
      sides.map(async (side, at) => {
        const received = await send(side, memories[at]?.fill(step) ?? step);
        memories[at]?.remember(step, received);
        return readers[at]?.(received);
      }),
    );
    if (!a || !b || !c) throw new Error('A side did not answer.');
    const difference = findDifference([a, b], c);
    const line = `${step.method} ${step.target}`;
    if (difference === undefined || accepted.some((pattern) => pattern.test(line))) continue;
    different += 1;
    const headers = step.headers.map(([name, value]) => `${name}: ${value}`.slice(0, 120)).join('; ');
    console.log(`\n${line.slice(0, 200)} [${headers}] ${step.body?.slice(0, 200) ?? ''}\n${difference}`);
  }
  return { sent: steps.length, different };
}

const base = checkOut(values.base, '.test-build');
const running: Side[] = [];
try {
  const settings = createSettings({
    folder,
    basePort: await freePort(),
    secret: 'the same secret on every side, 32+ bytes',
  });
  build(base.folder, settings);
  build(resolve('.'), settings);
  for (const each of [base.folder, base.folder, resolve('.')]) running.push(await startSide(each, settings));
  const [one, two, three] = running;
  if (!one || !two || !three) throw new Error('A side did not start.');
  const { sent, different } = await compare([one, two, three]);
  console.log(`\n${sent} requests sent to ${values.base} and to this checkout: ${different} answered differently.`);
  process.exitCode = different > 0 ? 1 : 0;
} finally {
  agent.destroy();
  for (const side of running) await side.stop();
  base.remove();
  for (const made of [folder, '.test-build/parity']) rmSync(made, { recursive: true, force: true });
}
