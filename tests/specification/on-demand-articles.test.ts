import { cp, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../../src/server/process/config.ts';
import { type Running, startServer } from '../../src/server/process/process.ts';
import { readLibraries } from '../../src/server/release/build-files.ts';
import { freePort } from '../support/free-port.ts';

const base = inject('baseUrl');
const build = '.test-build';
// Beside the other one: its renderer finds packages from where it lies.
const dist = join(build, 'on-demand');
const { articles } = (await readLibraries(join(build, 'build'), base)).open;
const waiting = articles.find(({ releaseAt }) => releaseAt !== null && releaseAt > Date.now());
const one = (tier: string) => articles.find((article) => article.tier === tier && article.releaseAt === null)?.slug;

let data: string;
let running: Running;
let address: string;

/** The same build, with no file for the page of any article. */
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'quire-on-demand-'));
  await cp(join(build, 'dist'), dist, { recursive: true });
  for (const { slug } of articles) await rm(join(dist, 'client/articles', `${slug}.html`));
  vi.stubEnv('BUILD_DIR', join(build, 'build'));
  vi.stubEnv('DIST_DIR', dist);
  const port = await freePort();
  const config = readConfig({ BASE_URL: base, PORT: String(port), DATA_DIR: data });
  running = await startServer({ config, log: pino({ level: 'silent' }) });
  address = `http://localhost:${port}`;
});

afterAll(async () => {
  await running.stop();
  await rm(data, { recursive: true });
  await rm(dist, { recursive: true });
});

interface Told {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

function ask(at: string, path: string, about: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<Told>((done, fail) => {
    const asked = request(at + path, { ...about, agent: false }, async (response) => {
      const { date, 'x-request-id': _, ...headers } = response.headers;
      done({ status: response.statusCode, headers, body: await text(response) });
    });
    asked.on('error', fail).end();
  });
}

/** Only the newest articles have a picture of their own, and they have a file: length and tag of the page follow from that. */
function withoutPicture({ status, headers, body }: Told) {
  const { etag, 'content-length': _, ...rest } = headers;
  const page = body.replaceAll(/<meta (?:property|name)="(?:og|twitter):image[^>]*>/g, '');
  return { status, headers: { ...rest, hasTag: etag !== undefined }, page };
}

describe.each(['free', 'paid'])('the page of a %s article that is past the newest, which is no file,', (tier) => {
  const path = `/articles/${one(tier)}`;

  it.each<{ method: string; headers: Record<string, string> }>([
    { method: 'GET', headers: {} },
    { method: 'HEAD', headers: {} },
    { method: 'GET', headers: { accept: 'text/html,*/*;q=0.8' } },
    { method: 'GET', headers: { accept: 'text/markdown' } },
    { method: 'HEAD', headers: { accept: 'text/markdown' } },
    { method: 'GET', headers: { accept: 'application/pdf' } },
    { method: 'GET', headers: { 'if-none-match': '*' } },
    { method: 'OPTIONS', headers: {} },
    { method: 'POST', headers: {} },
  ])('answers as a file does: %j', async (about) => {
    expect(withoutPicture(await ask(address, path, about))).toEqual(withoutPicture(await ask(base, path, about)));
  });

  it('is rendered once and then kept, with a tag and compressed forms', async () => {
    const first = await ask(address, path);
    const again = await ask(address, path);
    expect(again).toEqual(first);
    expect(await ask(address, `${path}?from=elsewhere`)).toEqual(first);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await ask(address, path, { headers })).status).toBe(304);
    for (const coding of ['br', 'gzip']) {
      const squeezed = await ask(address, path, { headers: { 'accept-encoding': coding } });
      expect(squeezed.headers['content-encoding']).toBe(coding);
      expect(squeezed.headers.etag).not.toBe(first.headers.etag);
    }
  });
});

it('keeps the query of an address that ends with a slash', async () => {
  for (const at of [address, base]) {
    const moved = await ask(at, `/articles/${one('free')}/?from=elsewhere`);
    expect([moved.status, moved.headers.location]).toEqual([308, `/articles/${one('free')}?from=elsewhere`]);
  }
});

it('is not there for an article that is withheld, nor for one that is not', async () => {
  for (const path of [`/articles/${waiting?.slug}`, '/articles/no-such-article', '/articles/no/such']) {
    for (const accept of ['text/html', 'text/markdown', 'application/json']) {
      const about = { headers: { accept } };
      expect(await ask(address, path, about), `${path} ${accept}`).toEqual(await ask(base, path, about));
      expect((await ask(address, path, about)).status).toBe(404);
    }
  }
});
