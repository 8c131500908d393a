import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { computeEtag } from '../../src/serve/body-variants.ts';
import { bearer, slugsByTier } from '../support/client.ts';
import { listPrebuilt } from '../support/release.ts';
import { type Started, startProcess } from '../support/server.ts';
import { generous } from './rounds.ts';

const { free, paid } = await slugsByTier();
const [id = ''] = readFileSync('.test-build/current', 'utf8').split('\n');
// Beside the packages that its pages import.
const releases = mkdtempSync('.test-build/damaged-');
const folder = join(releases, id);
const addresses = listPrebuilt(join('.test-build', id)).map((address) => address.replace(/^GET /, ''));
let service: Started;

beforeEach(async () => {
  cpSync(join('.test-build', id), folder, { recursive: true });
  // The texts that releases share are beside them.
  cpSync('.test-build/texts', join(releases, 'texts'), { recursive: true });
  writeFileSync(join(releases, 'current'), `${id}\n`);
  service = await startProcess({ ...generous, RELEASE_DIR: releases, LOG_LEVEL: 'info' });
  return () => service.kill('SIGKILL');
});
afterAll(() => rmSync(releases, { recursive: true }));

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.address + path, { headers: { 'accept-encoding': 'identity', ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** What answers there are, each of them sound: what its tag says, or a refusal that nobody keeps. */
async function readAll(): Promise<number[]> {
  const seen = new Set<number>();
  for (const path of addresses) {
    const { status, headers, bytes } = await read(path);
    seen.add(status);
    if (status === 200 && headers.has('etag')) expect(headers.get('etag'), path).toBe(`"${computeEtag(bytes)}"`);
    if (status === 500) expect(headers.get('cache-control') ?? 'no-store', path).toContain('no-store');
    if (status === 500) expect(headers.get('etag'), path).toBeNull();
  }
  return [...seen].filter((status) => status !== 404).sort();
}

const readiness = async () => (await read('/readyz')).status;
const said = (message: string) => service.output().split(message).length - 1;

/** So that the time of the file says nothing either. */
function change(name: string, bytes: Buffer) {
  const { atime, mtime } = statSync(join(folder, name));
  writeFileSync(join(folder, name), bytes);
  utimesSync(join(folder, name), atime, mtime);
}

describe('answers of the build', () => {
  const whole = readFileSync(join('.test-build', id, 'responses/site'));
  const half = Math.floor(whole.length / 2);

  it.each([
    ['cut in half', () => truncateSync(join(folder, 'responses/site'), half)],
    ['cut in half and filled with zeros', () => change('responses/site', Buffer.concat([whole], half).fill(0, half))],
    ['other bytes', () => change('responses/site', whole.map((byte) => byte ^ 1) as Buffer)],
  ])('%s: never sent, nor kept, and the service says so until the file is whole again', async (_, damage) => {
    damage();
    expect(await readAll()).toContain(500);
    expect(await readiness()).toBe(503);
    expect((await read('/healthz')).status).toBe(200);
    await expect.poll(() => said('the release is damaged'), { timeout: 30_000 }).toBe(1);
    writeFileSync(join(folder, 'responses/site'), whole);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    expect(await readAll()).toEqual([200]);
    expect([said('the release is damaged'), said('the release is whole again')]).toEqual([1, 1]);
  });
});

const [searchFile = ''] = readdirSync(join('.test-build', id, 'search'));

it.each(['library.bodies', `search/${searchFile}`])(
  'notices within moments that %s has other bytes of the same length',
  async (name) => {
    const path = join(folder, name);
    const whole = readFileSync(path);
    change(name, Buffer.alloc(whole.length));
    await expect.poll(readiness, { timeout: 30_000 }).toBe(503);
    await expect.poll(() => said(`"damage":"${path} `), { timeout: 30_000 }).toBe(1);
    writeFileSync(path, whole);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
  },
);

it('refuses a paid article whose file became shorter, and opens it once the file is back', async () => {
  const { api_key } = await (await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST' })).json();
  const path = join(folder, 'paid-library.bodies');
  const whole = readFileSync(path);
  const open = async () => (await fetch(`${service.address}/api/v1/articles/${paid[0]}`, bearer(api_key))).status;
  truncateSync(path, 0);
  expect(await open()).toBe(500);
  expect((await read(`/articles/${free[0]}`)).status, 'of another file').toBe(200);
  rmSync(path);
  writeFileSync(path, whole);
  await expect.poll(open, { timeout: 30_000 }).toBe(200);
});
