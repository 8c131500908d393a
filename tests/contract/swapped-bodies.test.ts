import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { compileLibrary } from '../support/compile.ts';
import { folderOfFile } from '../support/folders.ts';

const baseUrl = 'https://quire.test';
/** What the author says that the sold part answers: public, though one of its words may be sold too. */
const soldQuestion = 'How do walruses read a ledger?';
const folder = folderOfFile();

beforeAll(async () => {
  await mkdir(join(folder, 'articles'), { recursive: true });
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'authors.yaml'), 'editors:\n  name: Quire Editors\n');
  await writeFile(
    join(folder, 'plans.yaml'),
    'tiers:\n  - { tier: free, price: 0, currency: USD, period: forever, includes: [all] }\n  - { tier: paid, price: 0.05, currency: USD, period: article, includes: [one] }\n',
  );
});

function writeArticle(slug: string, tier: string, body: string): Promise<void> {
  const description = `What ${slug} says about lanterns, ledgers and walruses, told in a sentence that is long enough.`;
  const front = `title: About ${slug}\ndescription: ${description}\ntier: ${tier}\ndate: 2026-05-01\nauthors: [editors]\ntags: [testing]\nlicense: CC-BY-4.0\n`;
  const request = tier === 'paid' ? `questions: [{ section: the-paid-part, questions: ["${soldQuestion}"] }]\n` : '';
  return writeFile(join(folder, 'articles', `${slug}.md`), `---\n${front}${request}---\n\n${body}\n`);
}

/**
 * Two paid articles whose paid words are given, and a free one. Headings and word counts stay: those are public facts.
 */
async function compileWith(paid: readonly string[]) {
  const half = Math.ceil(paid.length / 2);
  const preview =
    '## Preview\n\nA preview about payment challenges and idempotency.\n\n<!-- more -->\n\n## The paid part\n\n';
  await writeArticle('first-study', 'paid', preview + paid.slice(0, half).join(' '));
  await writeArticle('second-study', 'paid', preview + paid.slice(half).join(' '));
  await writeArticle('free-letter', 'free', '## Beginning\n\nAgents read markdown and pay for idempotency.');
  const { library, problems } = await compileLibrary({
    contentDir: folder,
    baseUrl,
    now: Date.UTC(2026, 10, 20),
    generated: {},
    publication: { name: 'Quire' },
  });
  if (!library) throw new Error(JSON.stringify(problems));
  return { open: library.public, sold: library.sold };
}

const json = { 'content-type': 'application/json' };
const call = (name: string, args: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

/**
 * Everything an anonymous caller can ask, in one order, so that clocks and nonces repeat; questions hold the paid words
 * themselves.
 */
async function tellAll(
  library: Awaited<ReturnType<typeof compileWith>>,
  questions: readonly string[],
): Promise<string[]> {
  const { app } = await createTestApp(library);
  const get = (path: string, headers: Record<string, string> = {}) => new Request(baseUrl + path, { headers });
  const post = (path: string, body: string) => new Request(baseUrl + path, { method: 'POST', headers: json, body });
  const asked = questions.flatMap((question) => [
    get(`/ask?query_id=1&query=${encodeURIComponent(question)}`),
    get(`/ask?query_id=1&mode=summarize&query=${encodeURIComponent(question)}`, { accept: 'text/event-stream' }),
    post('/mcp', call('search_articles', { query: question })),
    post('/mcp/connector', call('search', { query: question })),
    post('/mcp/connector', call('verify_quote', { quote: question, id: 'first-study' })),
  ]);
  const requests = [
    get('/api/v1/articles'),
    get('/api/v1/changes'),
    ...['first-study', 'second-study', 'free-letter'].flatMap((slug) => [
      get(`/api/v1/articles/${slug}`),
      get(`/api/sandbox/v1/articles/${slug}`),
      get(`/api/v1/articles/${slug}`, { authorization: 'Bearer quire_demo_nonsense' }),
      get(`/api/v1/articles/${slug}`, { 'if-none-match': '*' }),
      post('/mcp', call('get_article', { slug })),
      post('/mcp/connector', call('fetch', { id: slug })),
      post('/mcp/connector', call('fetch', { id: `${slug}#the-paid-part` })),
      post(
        '/mcp',
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'resources/read',
          params: { uri: `${baseUrl}/articles/${slug}.md` },
        }),
      ),
    ]),
    ...asked,
  ];
  const told: string[] = [];
  for (const request of requests) {
    const response = await app.fetch(request, { requestId: 'same' });
    told.push(
      `${request.url} ${response.status} ${JSON.stringify([...response.headers])} ${(await response.text()).replace(/"timestamp":"?[^",}]*"?/g, '')}`,
    );
  }
  return told;
}

const word = fc.constantFrom(
  'walrus',
  'lantern',
  'ledger',
  'payment',
  'idempotency',
  'agents',
  'preview',
  'markdown',
  'challenge',
  'zebra',
  'quartz',
  'study',
);
const swap = fc.integer({ min: 6, max: 40 }).chain((length) => {
  const words = fc.array(word, { minLength: length, maxLength: length });
  return fc.record({ one: words, other: words });
});

describe('swapping every paid word', () => {
  it('changes no byte of the public library or of any anonymous answer', async () => {
    await fc.assert(
      fc.asyncProperty(swap, async ({ one, other }) => {
        const before = await compileWith(one);
        const after = await compileWith(other);
        expect(JSON.stringify(after.open)).toBe(JSON.stringify(before.open));
        const questions = [one.slice(0, 8).join(' '), other.slice(-8).join(' '), 'payment challenges', soldQuestion];
        expect(await tellAll(after, questions)).toEqual(await tellAll(before, questions));
      }),
      { numRuns: 12 },
    );
  });

  it('does change what a buyer reads, so that the comparison can fail', async () => {
    const before = await compileWith(['walrus', 'lantern', 'ledger', 'zebra']);
    const after = await compileWith(['quartz', 'lantern', 'ledger', 'zebra']);
    expect(JSON.stringify(after.sold)).not.toBe(JSON.stringify(before.sold));
  });
});
