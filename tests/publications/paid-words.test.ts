import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { articleFormats, pageTable } from '../../src/contract/paths.ts';
import { PaginatedArticles } from '../../src/contract/schemas-articles.ts';
import { createClient } from '../support/api-client.ts';
import { freePort } from '../support/free-port.ts';
import { createCaller, type WireRequest } from '../support/many-callers.ts';
import { createFolder, publish } from '../support/publication.ts';
import { copyInOtherWords } from './other-words.ts';

/** Two builds and some thousand questions: `npm run test:fuzz`. */
const isAsked = process.env.LEAK_CASES !== undefined;
const fixture = 'tests/fixtures/publication';

interface Told {
  request: string;
  status: number;
  headers: string[];
  body: string;
}

type Field = readonly [string, string];
let one: Told[] = [];
let other: Told[] = [];
let bought: { one: string; other: string };
let files: { one: [string, string][]; other: [string, string][] };
const removals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!isAsked) return;
  const port = String(await freePort());
  const settings = {
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    KEY_SECRET: 'the same secret of both, so that only the words differ',
  };
  // Built in the same place, which a build writes down.
  const { root, remove } = await createFolder();
  removals.push(remove);
  const scratch = await createFolder();
  removals.push(scratch.remove);
  const sold = await copyInOtherWords(fixture, scratch.root);
  const questions = sold.flatMap((each) => [...questionsOf(each.one), ...questionsOf(each.other)]);
  await cp(fixture, root, { recursive: true });
  const before = await tell(root, settings, questions);
  await cp(scratch.root, root, { recursive: true });
  const after = await tell(root, settings, questions);
  one = before.answers;
  other = after.answers;
  files = { one: before.files, other: after.files };
  bought = { one: before.bought, other: after.bought };
}, 600_000);

afterAll(async () => {
  for (const remove of removals) await remove();
});

/** Runs of words as a reader who guesses at the text would ask for them. */
function questionsOf(sold: string): string[] {
  const words = sold.match(/[A-Za-z]{3,}/g) ?? [];
  const starts = Array.from({ length: 8 }, (_, at) => Math.floor((at * words.length) / 8));
  return starts.flatMap((from) => [words.slice(from, from + 7).join(' '), words[from] ?? '']);
}

async function tell(root: string, settings: Record<string, string>, questions: readonly string[]) {
  const { base, stop } = await publish(root, settings);
  const releases = join('.test-build', `publication-${settings.PORT}`);
  const { send, close } = createCaller(base, 1);
  const answers: Told[] = [];
  for (const request of await requestsAt(base, questions)) {
    const { status, rawHeaders, body } = await send({
      ...request,
      headers: [['x-request-id', 'same'], ...request.headers],
    });
    const headers = steady(rawHeaders).filter((field) => !(ofChance.test(request.target) && field.startsWith('etag')));
    answers.push({ request: JSON.stringify(request), status, headers, body: withoutChance(body) });
  }
  const bought = await buy(base);
  close();
  const release = join(releases, currentOf(releases));
  const told = { answers, bought, files: listPublic(release) };
  await stop();
  return told;
}

/** What one paid article says to who may read it. */
async function buy(base: string): Promise<string> {
  const client = createClient({ baseUrl: base });
  const { api_key } = await client.call('agentSubscribe');
  const { data } = await client.call('listArticles', { query: { tier: 'paid' } });
  const headers = { authorization: `Bearer ${api_key}` };
  return (await fetch(`${base}/api/v1/articles/${data[0]?.slug}`, { headers })).text();
}

function currentOf(releases: string): string {
  try {
    return readlinkSync(join(releases, 'current'));
  } catch {
    return readFileSync(join(releases, 'current'), 'utf8').trim();
  }
}

/** Digests of the files of a release that hold nothing sold by name. */
function listPublic(release: string): [string, string][] {
  return (
    readdirSync(release, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          !/paid-(?:library|search|quotes|prints)|\/figures\/paid/.test(join(entry.parentPath, entry.name)),
      )
      .map((entry): [string, string] => {
        const file = join(entry.parentPath, entry.name);
        return [file.slice(release.length), createHash('sha256').update(readFileSync(file)).digest('hex')];
      })
      // It has the digests of all parts, those of what is sold too, and is not served.
      .filter(([name]) => name !== '/manifest.json')
      .sort(([left], [right]) => (left < right ? -1 : 1))
  );
}

async function requestsAt(base: string, questions: readonly string[]): Promise<WireRequest[]> {
  const { data } = PaginatedArticles.parse(await (await fetch(`${base}/api/v1/articles?per_page=100`)).json());
  const slugs = data.map(({ slug }) => slug);
  const fill = (path: string) =>
    slugs.map((slug) =>
      path
        .replace(/\{(?:slug|id)\}/, slug)
        .replace('{name}', 'security')
        .replace('{file}', `${slug}.md`),
    );
  const table = Object.values<Operation>(operations).flatMap(({ method, path }) =>
    fill(path).map((target) => ({ method, target })),
  );
  const pages = [
    ...pageTable.map(({ path }) => path),
    ...articleFormats.map((form) => `/articles/{slug}${form}`),
    '/og/{slug}.png',
  ];
  const gets = pages.flatMap(fill).map((target) => ({ method: 'GET', target }));
  const variants: Field[][] = [
    [],
    [['accept', 'text/markdown']],
    [['accept-encoding', 'br']],
    [['authorization', 'Bearer quire_demo_x']],
  ];
  const addresses = [...new Map([...table, ...gets].map((each) => [JSON.stringify(each), each])).values()];
  const plain = addresses.flatMap((each) => variants.map((headers) => ({ ...each, headers })));
  return [...plain, ...questions.flatMap(asking)];
}

function asking(question: string): WireRequest[] {
  const q = encodeURIComponent(question);
  const json: Field[] = [['content-type', 'application/json']];
  const params = { name: 'search_articles', arguments: { query: question } };
  return [
    { method: 'GET', target: `/search?q=${q}`, headers: [] },
    { method: 'GET', target: `/search/instant?q=${q}`, headers: [] },
    { method: 'GET', target: `/ask?query_id=1&query=${q}`, headers: [] },
    { method: 'GET', target: `/ask?query_id=1&mode=summarize&streaming=1&query=${q}`, headers: [] },
    {
      method: 'POST',
      target: '/mcp',
      headers: json,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    },
  ];
}

/** In their order, without what a clock or chance decides. */
function steady(rawHeaders: readonly string[]): string[] {
  const fields: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (name === 'payment-required') fields.push(`${name}: ${withoutChance(Buffer.from(value, 'base64'))}`);
    else fields.push(isByChance.test(name) ? name : `${name}: ${value}`);
  }
  return fields;
}

/** Their tags are those of what is drawn anew in each process. */
const ofChance = /^\/(?:api\/(?:sandbox\/)?v1\/changes|agent\/auth\/jwks\.json)/;
/** Two callers in thousands may be given the same address, and then share a count. */
const isByChance = /^(?:date|ratelimit|x-ratelimit-(?:reset|remaining))$/;
/** The moment, nonces, names of keys and sessions, and of the journal of changes: new in each process. */
const chance =
  /"(?:timestamp|nonce|issuedAt|expirationTime|api_key|id|kid|n|client_id_issued_at|created_at|expires_at)": *(?:"[^"]*"|\d+)|"cursor":"[0-9a-f]{8}|"updated_at":"[^"]*\.\d{3}Z"|(?<=checkout_sessions\/)cs_[0-9a-f]{32}/g;

function withoutChance(body: Buffer): string {
  return body.toString('utf8').replace(chance, '');
}

describe.skipIf(!isAsked)('two publications that differ in what is sold and in nothing else', () => {
  it('do differ to who has bought an article, so that the comparison can fail', () => {
    expect(bought.other).not.toBe(bought.one);
    expect(bought.other.length).toBe(bought.one.length);
  });

  it('give the same public files, to the byte', () => {
    expect(files.one.length).toBeGreaterThan(10);
    expect(files.other).toEqual(files.one);
  });

  it('answer alike whoever has not paid, at every address and to questions in the words that are sold', () => {
    expect(one.length).toBeGreaterThan(1_000);
    process.stdout.write(
      `compared ${one.length} answers, ${one.reduce((sum, { body }) => sum + body.length, 0)} characters\n`,
    );
    const differences = one.filter((told, at) => JSON.stringify(told) !== JSON.stringify(other[at]));
    expect(differences.map(({ request, status }) => `${status} ${request}`)).toEqual([]);
  });
});
