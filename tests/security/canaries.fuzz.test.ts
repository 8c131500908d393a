import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { articleFormats, pageTable } from '../../src/contract/paths.ts';
import { tableNames } from '../../src/core/ledger/report-tables.ts';
import { analyse } from '../../src/search/analyse.ts';
import { makeCredentials } from '../support/credentials.ts';
import { freePort } from '../support/free-port.ts';
import { tryInLanes } from '../support/lanes.ts';
import { listFiles } from '../support/list-files.ts';
import { createCaller, decode, type WireAnswer, type WireRequest } from '../support/many-callers.ts';
import { pathMutations } from '../support/path-mutations.ts';
import { listPrebuilt, openTestRelease } from '../support/release.ts';
import { type Started, startProcess } from '../support/server.ts';
import { canaries, canarySlug, drawnCanaries, findCanary } from './canaries.ts';

/** `npm test` tries a part, `npm run test:fuzz` all of it. */
const cases = Number(process.env.LEAK_CASES ?? 1_600);
let service: Started;
let callers: ReturnType<typeof createCaller>[] = [];
let credentials: { valid: string[]; others: string[] };
let metricsPort: number;
const ownerSecret = 'only the owner of this test knows it';

beforeAll(async () => {
  metricsPort = await freePort();
  service = await startProcess({ LOG_LEVEL: 'trace', METRICS_PORT: String(metricsPort), OWNER_SECRET: ownerSecret });
  callers = Array.from({ length: 8 }, () => createCaller(service.address));
  credentials = await makeCredentials(service.address, cases > 10_000 ? 40 : 4);
});

afterAll(async () => {
  for (const { close } of callers) close();
  await service.kill('SIGTERM');
});

const send = (request: WireRequest) => (callers[0] ?? createCaller(service.address)).send(request);
const get = (target: string, headers: WireRequest['headers'] = []) => send({ method: 'GET', target, headers });
const figurePath = `/figures/${canarySlug}/vexilfigure.svg`;

/** Every address that could show the article, or something made of it. */
function paths(): string[] {
  const names = pageTable.map(({ path }) =>
    path.replace('{slug}', canarySlug).replace('{name}', 'security').replace('{file}', `${canarySlug}.md`),
  );
  return [
    ...names,
    ...articleFormats.map((form) => `/articles/${canarySlug}${form}`),
    ...['/api/v1', '/api/sandbox/v1'].flatMap((root) => [
      `${root}/articles/${canarySlug}`,
      `${root}/articles/${canarySlug}?section=blocks`,
      `${root}/articles/${canarySlug}?section=apparatus`,
      `${root}/articles?per_page=100`,
      `${root}/articles?tag=security`,
      `${root}/changes?limit=1000`,
    ]),
    figurePath,
    figurePath.replace('vexilfigure.svg', ''),
    `/og/${canarySlug}.png`,
    '/articles?page=2',
    '/search?q=vexi',
    '/search/instant?q=vexi',
    '/search/instant?q=vexilalert',
    '/search?q=vexilfootnote',
    '/ask?query=vexilparagraph&mode=summarize',
    '/ask?query=What+is+vexilcaption&streaming=1',
    '/ask?query=canary&mode=generate',
    '/openapi.json',
    '/developers.md',
    '/.well-known/api-catalog',
    '/mcp/server-card',
    '/site/server/entry.mjs',
    '/paid-library.bodies',
    '/manifest.json',
    '/_astro/',
  ];
}

const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const tool = (name: string, args: unknown) => call('tools/call', { name, arguments: args });

/** What is asked by a body. */
function posts(): [string, string][] {
  const uri = `${inject('baseUrl')}/articles/${canarySlug}.md`;
  const prefix = { name: 'slug', value: 'vexi' };
  return [
    ['/mcp', tool('search_articles', { query: 'vexilquotation' })],
    ['/mcp', tool('search_articles', { query: 'canary in every construct' })],
    ['/mcp', tool('get_article', { slug: canarySlug })],
    ['/mcp', tool('get_article', { slug: canarySlug, section: 'blocks' })],
    ['/mcp', tool('get_article', { slug: `${canarySlug}/vexilfigure.svg` })],
    ['/mcp', call('resources/read', { uri })],
    ['/mcp', call('resources/list', {})],
    ['/mcp', call('completion/complete', { ref: { type: 'ref/prompt', name: 'read_article' }, argument: prefix })],
    ['/mcp', call('prompts/get', { name: 'read_article', arguments: { slug: canarySlug } })],
    ['/mcp/docs', tool('search_docs', { query: 'vexilcell' })],
    ['/mcp/connector', tool('search', { query: 'vexilquotation' })],
    ['/mcp/connector', tool('search', { query: 'canary in every construct' })],
    ['/mcp/connector', tool('fetch', { id: canarySlug })],
    ['/mcp/connector', tool('fetch', { id: `${canarySlug}#blocks` })],
    ['/mcp/connector', tool('verify_quote', { quote: 'vexilquotation', id: canarySlug })],
    ['/mcp/docs', tool('read_doc', { name: canarySlug })],
    ['/ask', JSON.stringify({ query: 'vexilsummary vexilmath', mode: 'summarize' })],
    ['/ask', JSON.stringify({ query: { text: 'vexilnote' }, prefer: { mode: 'list, summarize' } })],
    ['/api/v1/agent/subscribe', JSON.stringify({ plan: 'vexilplan' })],
    ['/checkout_sessions', JSON.stringify({ line_items: [{ id: canarySlug }] })],
    ['/unlock', `slug=${canarySlug}&key=vexilkeytext`],
  ];
}

/** One that opens the article, in either place where a credential may stand. */
interface Case extends WireRequest {
  isOpening: boolean;
}

function casesOf(): fc.Arbitrary<Case> {
  type Field = readonly [string, string];
  const request = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...paths()).map((path): [string, string | undefined] => [path, undefined]),
    },
    fc.constantFrom(...posts()),
  );
  const stranger = fc.constantFrom(...credentials.others);
  const holder = fc.constantFrom(...credentials.valid);
  const bearers = credentials.others.filter((value) => value.startsWith('Bearer ')).map((value) => value.slice(7));
  const noReader = fc.constantFrom(...bearers);
  const who = fc.oneof(
    { weight: 4, arbitrary: fc.constant<{ fields: Field[]; isOpening: boolean }>({ fields: [], isOpening: false }) },
    {
      weight: 4,
      arbitrary: stranger.map((value) => ({ fields: [['authorization', value] as Field], isOpening: false })),
    },
    noReader.map((value) => ({ fields: [['cookie', `reader_key=${value}`] as Field], isOpening: false })),
    holder.map((value) => ({ fields: [['authorization', value] as Field], isOpening: true })),
    holder.map((value) => ({ fields: [['cookie', `reader_key=${value.split(' ')[1]}`] as Field], isOpening: true })),
  );
  const others: Field[] = [
    ['accept', 'text/markdown'],
    ['accept', 'application/json'],
    ['accept', 'text/event-stream'],
    ['accept', 'text/html'],
    ['accept-encoding', 'gzip'],
    ['accept-encoding', 'br'],
    ['range', 'bytes=0-4000'],
    ['if-none-match', '*'],
    ['if-modified-since', 'Sun, 06 Nov 2044 08:49:37 GMT'],
    ['payment-signature', 'e30='],
    ['x-payment', 'e30='],
    ['sign-in-with-x', 'e30='],
    ['idempotency-key', 'same'],
    ['mcp-protocol-version', '2026-07-28'],
    ['mcp-protocol-version', '2025-03-26'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-original-url', `/api/v1/articles/${canarySlug}`],
    ['x-http-method-override', 'GET'],
    ['origin', 'null'],
    ['purpose', 'prefetch'],
    ['user-agent', 'Mozilla/5.0 (compatible; Googlebot/2.1)'],
    ['save-data', 'on'],
  ];
  return fc
    .record({
      request,
      who,
      fields: fc.subarray(others, { maxLength: 5 }),
      mutate: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, fc.constantFrom(...pathMutations)),
      at: fc.nat({ max: 100 }),
      method: fc.constantFrom(undefined, undefined, undefined, 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'),
    })
    .map(({ request: [path, body], who: { fields: proof, isOpening }, fields, mutate, at, method }) => {
      const [plain = '', query] = path.split('?');
      const target = `${mutate ? mutate(plain, at) : plain}${query && !mutate?.('', 0).includes('?') ? `?${query}` : ''}`;
      const type: Field[] = body === undefined ? [] : [['content-type', contentTypeOf(body)]];
      const used = method ?? (body === undefined ? 'GET' : 'POST');
      return {
        method: used,
        target,
        headers: [...type, ...proof, ...fields],
        ...(body !== undefined && { body }),
        isOpening,
      };
    });
}

/**
 * Words of the requests, and their stems: a question that three callers have asked is stored, and shown to the owner.
 */
function askedWords(): string[] {
  const words = [...paths(), ...posts().flat()].join(' ').match(/vexil\w+/gi) ?? [];
  return [...words, ...words.flatMap((word) => analyse(word, 'en'))];
}

/** Every row of a database as text. The pages of its file would cut words that callers asked for in two. */
function readRecords(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  database.close();
  const write = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value));
  return rows.map((row) => Object.values(row).map(write).join(' '));
}

const contentTypeOf = (body: string) =>
  body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';

/** What is wrong: a word that was not paid for, or one that was paid for and that a cache may keep. */
function findFault(request: Case, { headers, rawHeaders, body, status }: WireAnswer): string | undefined {
  const words =
    `${decodeURIComponent(request.target.replace(/%(?!2[0-9])/g, '%25'))} ${request.body ?? ''}`.match(/vexil\w+/gi) ??
    [];
  const head = findCanary(rawHeaders.join('\n'), words) ?? findCanary(decodeChallenge(headers), words);
  if (head) return `${head} in a header`;
  const found = findCanary(body, words);
  if (!found || (request.isOpening && status === 200 && isPrivate(headers))) return undefined;
  return `${status}: ${found}${request.isOpening ? ', which caches may keep' : ''}`;
}

function isPrivate(headers: Headers): boolean {
  const cache = headers.get('cache-control') ?? '';
  return (
    /no-store/.test(cache) && !/public|s-maxage/.test(cache) && !headers.has('etag') && !headers.has('last-modified')
  );
}

function decodeChallenge(headers: Headers): string {
  return Buffer.from(headers.get('payment-required') ?? '', 'base64').toString('utf8');
}

describe('the words that stand once in each sold construct', () => {
  it('are all found by who has bought the article, so that the search for them can find one', async () => {
    const [key = ''] = credentials.valid;
    const { body } = await get(`/api/v1/articles/${canarySlug}`, [['authorization', key]]);
    const figure = await get(figurePath, [['authorization', key]]);
    expect(canaries.filter((word) => !body.includes(word))).toEqual([]);
    expect(canaries.length).toBeGreaterThan(45);
    expect(drawnCanaries.filter((word) => !figure.body.includes(word))).toEqual([]);
  });

  it('are found in every form in which they could be carried out', () => {
    const forms = [
      'a vexilword',
      'VEXILWORD',
      'v&#101;xilword',
      '\\u0076exilword',
      '%76exilword',
      '&lt;b&gt;ve&lt;/b&gt;xilword',
      've<span>xil</span>word',
      ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}vexilword`).toString('base64')),
      Buffer.from('a vexilword').toString('hex'),
    ];
    expect(forms.filter((form) => findCanary(form) === undefined)).toEqual([]);
    expect(findCanary('asked for vexilword', ['vexilword'])).toBeUndefined();
  });

  it('are in no file of the release besides those of what is sold, packed answers in every coding included', async () => {
    const release = await openTestRelease(inject('baseUrl'));
    const isSold = /\/paid-(?:library|prints)\.\w+$|\/(?:paid-search|paid-quotes|paid-bodies|figures\/paid)\//;
    // These name the files of a release, of sold figures too, and are not served.
    const namesFiles = /\/(?:manifest|checked|figures)\.json$/;
    for (const file of listFiles(release.folder).filter((name) => !isSold.test(name))) {
      const request = namesFiles.test(file)
        ? ['figure.svg', 'chart.svg', 'chart.png', 'chart.csv'].map((name) => `vexil${name}`)
        : [];
      expect(findCanary(readFileSync(file), request), file).toBeUndefined();
    }
    for (const address of listPrebuilt(release.folder)) {
      const content = (await release.prebuilt.read(address))?.content;
      if (!content || !('identity' in content)) throw new Error(`${address} cannot be read.`);
      for (const [coding, form] of Object.entries(content)) {
        const plain = decode(Buffer.from(form.bytes), coding === 'identity' ? null : coding);
        expect(findCanary(plain), address).toBeUndefined();
      }
    }
    await release.close();
  });

  it('are in no answer to anybody who has not paid, and in none that a cache may keep', async () => {
    const about = { runs: cases, name: 'leaks', interruptAfterMs: 1_700_000 };
    await tryInLanes(about, casesOf(), (lane) => async (request) => {
      const answer = await callers[lane]?.send(request);
      if (answer) expect(findFault(request, answer)).toBeUndefined();
    });
  }, 1_800_000);

  it('are in nothing that the owner is shown, and no other client is shown any of it', async () => {
    for (let reading = 0; reading < 10; reading += 1) {
      await get(`/articles/${canarySlug}`, [['sec-fetch-dest', 'document']]);
    }
    const basic = (password: string) => ['authorization', `Basic ${btoa(`owner:${password}`)}`] as const;
    const counted = async () => JSON.parse(String((await get('/owner/report.json', [basic(ownerSecret)])).body));
    await vi.waitUntil(async () => (await counted()).total.persons >= 10, { timeout: 60_000, interval: 500 });
    const asked = askedWords();
    const pages = ['/owner', '/owner/report.json', ...tableNames.map((name) => `/owner/${name}.csv`)];
    for (const page of pages) {
      const shown = await get(page, [basic(ownerSecret)]);
      expect(shown.status, page).toBe(200);
      expect(isPrivate(shown.headers), page).toBe(true);
      expect(shown.headers.get('x-robots-tag'), page).toContain('noindex');
      expect(findCanary(shown.body, asked), page).toBeUndefined();
      expect((await get(page)).status, page).toBe(401);
    }
    const wrong = await get('/owner', [basic('only the owner of this test knows')]);
    expect(wrong.status).toBe(401);
    expect(String(wrong.body)).toBe('The password is the value of OWNER_SECRET.\n');
    expect((await get('/owner/no-such.csv', [basic(ownerSecret)])).status).toBe(404);
    expect(service.output()).not.toContain(ownerSecret);
  });

  it('are in no line of the log, no measurement and no record of all this', async () => {
    const words = askedWords();
    expect(service.output()).toContain('"level"');
    expect(findCanary(service.output(), words)).toBeUndefined();
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(findCanary(await metrics.text())).toBeUndefined();
    const records = readRecords(join(service.dataDir, 'state.db'));
    expect(records.some((record) => record.startsWith('ledger-questions:'))).toBe(true);
    for (const record of records) expect(findCanary(record, words)).toBeUndefined();
    const others = listFiles(service.dataDir).filter((file) => !basename(file).startsWith('state.db'));
    for (const file of others) expect(findCanary(readFileSync(file), words), file).toBeUndefined();
  });
});
