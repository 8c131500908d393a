import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageTable } from '../../src/contract/paths.ts';
import { PaginatedArticles } from '../../src/contract/schemas-articles.ts';
import { baseUrl } from '../support/client.ts';
import { makeCredentials } from '../support/credentials.ts';
import { tryInLanes } from '../support/lanes.ts';
import { createCaller } from '../support/many-callers.ts';
import { findFaults, findPageFaults } from './described-exchange.ts';
import { readDescription } from './openapi-document.ts';
import { attemptsAt, attemptsAtPages, type Known } from './openapi-requests.ts';

/** `npm test` tries a part, `npm run test:fuzz` all of it. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 1_600);
const callers = Array.from({ length: 8 }, () => createCaller(baseUrl));
const [first = createCaller(baseUrl)] = callers;

let document: Awaited<ReturnType<typeof readDescription>>;
let known: Known;

const get = async (target: string) => first.send({ method: 'GET', target, headers: [] });
const readJson = async (target: string): Promise<unknown> => JSON.parse((await get(target)).body.toString('utf8'));

beforeAll(async () => {
  document = await readDescription(readJson);
  const { data } = PaginatedArticles.parse(await readJson('/api/v1/articles?per_page=100'));
  const { valid, others } = await makeCredentials(baseUrl, requests > 10_000 ? 40 : 4);
  const paid = data.find(({ tier }) => tier === 'paid')?.slug;
  const challenge = (await get(`/api/v1/articles/${paid}`)).headers.get('payment-required') ?? '';
  const { accepts, ...rest } = JSON.parse(Buffer.from(challenge, 'base64').toString('utf8'));
  const payload = { signature: `0x${'1'.repeat(130)}`, authorization: { from: `0x${'2'.repeat(40)}`, value: '1' } };
  const payments = [
    { ...rest, accepted: accepts[0], payload },
    { x402Version: 2, accepted: accepts[0], payload: {} },
    { x402Version: 1, scheme: 'exact', network: 'base', payload },
    { x402Version: 1e99 },
  ].map((each) => Buffer.from(JSON.stringify(each)).toString('base64'));
  const checkouts: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { body } = await first.send({ method: 'POST', target: '/checkout_sessions', headers: [] });
    checkouts.push(String(JSON.parse(body.toString('utf8')).id));
  }
  known = {
    slugs: data.map(({ slug }) => slug),
    tags: data.flatMap(({ tags = [] }) => tags),
    credentials: [...valid, ...others],
    payments: [challenge, ...payments],
    checkouts,
  };
});

afterAll(() => {
  for (const { close } of callers) close();
});

/** Every address of pageTable and every document that the site names, filled with articles of every kind. */
function pagePaths(): string[] {
  const fill = (path: string) =>
    known.slugs.map((slug) =>
      path
        .replace('{slug}', slug)
        .replace('{name}', known.tags[0] ?? '')
        .replace('{file}', `${slug}.md`),
    );
  const forms = ['', '.md', '.bib', '.ris', '.csl.json', '.linkset.json'].map((form) => `/articles/{slug}${form}`);
  const documents = [
    '/openapi.json',
    '/robots.txt',
    '/developers',
    '/developers.md',
    '/healthz',
    '/readyz',
    '/og/{slug}.png',
  ];
  const named = [
    '/.well-known/oauth-authorization-server',
    '/.well-known/x402',
    '/mcp/server-card',
    '/favicon.ico',
    '/agent/auth',
  ];
  const all = [...pageTable.map(({ path }) => path), ...forms, ...documents, ...named];
  return [...new Set(all.flatMap(fill))];
}

describe('whatever is asked of any page or document', () => {
  it('is answered by what a page may answer, and never by a 5xx', async () => {
    const about = { runs: Math.ceil(requests * 0.2), name: 'pages and documents', interruptAfterMs: 1_700_000 };
    await tryInLanes(about, attemptsAtPages(pagePaths(), known), (lane) => async (attempt) => {
      const answer = await callers[lane]?.send(attempt);
      if (answer) expect(findPageFaults(attempt, answer, baseUrl)).toEqual([]);
    });
  }, 1_800_000);
});

describe('whatever is asked of any operation', () => {
  it('is answered as the API description has it: status, media type, headers and body, and never by a 5xx', async () => {
    const attempts = fc.oneof(...document.operations.map((operation) => attemptsAt(operation, document, known)));
    const about = { runs: Math.ceil(requests * 0.8), name: 'the described operations', interruptAfterMs: 1_700_000 };
    await tryInLanes(about, attempts, (lane) => async (attempt) => {
      const answer = await callers[lane]?.send(attempt);
      if (answer) expect(findFaults(attempt, answer, document)).toEqual([]);
    });
  }, 1_800_000);
});
