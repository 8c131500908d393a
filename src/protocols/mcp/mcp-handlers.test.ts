import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeServices, openDoor, post } from '../../../tests/conformance/mcp-harness.ts';
import { paidSentence } from '../../../tests/support/library.ts';
import { McpResponse } from '../../contract/schemas-mcp.ts';
import { describePayment } from '../../contract/urls.ts';
import type { ArticleSearch } from '../../core/article-search.ts';

const send = openDoor();
const paidSlug = 'paid-study';
const Results = z.object({ results: z.array(z.looseObject({ slug: z.string() })) });

async function call(method: string, params: unknown, about: { key?: string; path?: '/mcp' | '/mcp/docs' } = {}) {
  const headers: Record<string, string> = about.key ? { authorization: `Bearer ${about.key}` } : {};
  const response = await send(about.path ?? '/mcp', post({ jsonrpc: '2.0', id: 1, method, params }, headers));
  expect(response.status).toBe(200);
  return McpResponse.parse(await response.json());
}

const callTool = (name: string, args: unknown, about: Parameters<typeof call>[2] = {}) =>
  call('tools/call', { name, arguments: args }, about);

describe('get_article', () => {
  it.each([
    ['a free article', 'open-letter', undefined, undefined],
    ['a free article with a key', 'open-letter', 'connected', undefined],
    ['a paid article', paidSlug, undefined, 402],
    ['a paid article with a key', paidSlug, 'whole', undefined],
    ['a paid article with a key that may only connect', paidSlug, 'connected', 403],
    ['an unknown article', 'nowhere', 'whole', -32602],
    ['a withheld article', 'not-yet', 'whole', -32602],
  ])('answers %s by the credential', async (_, slug, key, code) => {
    const { result, error } = await callTool('get_article', { slug }, key ? { key } : {});
    expect(error?.code).toBe(code);
    if (code === undefined) expect(result?.structuredContent).toMatchObject({ slug });
  });

  it('says in the message alone what it costs, where a key is given and where to read on', async () => {
    const { error } = await callTool('get_article', { slug: paidSlug });
    expect(error?.message).toContain('0.05 USD');
    expect(error?.message).toContain('POST https://quire.test/api/v1/agent/subscribe');
    expect(error?.message).toContain('Authorization: Bearer');
    expect(error?.message).toContain('https://quire.test/developers.md#payment_required');
  });

  it('says the same as the HTTP 402 in the data of error 402, and no paid word', async () => {
    const { error } = await callTool('get_article', { slug: paidSlug });
    expect(error?.data).toMatchObject({
      error: { code: 'payment_required' },
      payment: { required: true, price: 0.05, currency: 'USD' },
      article: { preview_markdown: expect.stringContaining('preview') },
      x402Version: 2,
      accepts: [{ scheme: 'exact', amount: '50000' }],
      resource: { url: expect.stringContaining('/articles/paid-study') },
    });
    expect(JSON.stringify(error)).not.toContain('walrus');
  });
});

describe('search_articles', () => {
  it('names the language of a question that the articles are not in', async () => {
    const german = await callTool('search_articles', { query: 'Wie wird markdown für einen Agenten ausgeliefert?' });
    expect(german.result?.structuredContent).toMatchObject({ question_language: 'de' });
    const english = await callTool('search_articles', { query: 'How is markdown delivered to an agent?' });
    expect(english.result?.structuredContent).not.toHaveProperty('question_language');
  });

  it('searches paid words only for a caller with access', async () => {
    const query = { query: 'walrus lanterns' };
    expect((await callTool('search_articles', query)).result?.structuredContent).toEqual({
      confidence: 'none',
      results: [],
    });
    expect((await callTool('search_articles', query, { key: 'connected' })).result?.structuredContent).toEqual({
      confidence: 'none',
      results: [],
    });
    const paid = await callTool('search_articles', query, { key: 'whole' });
    expect(paid.result?.structuredContent).toMatchObject({
      results: [{ slug: paidSlug }, { slug: 'paid-survey' }],
    });
  });

  it('names the price of a section that is paid, as /ask does, unless the caller may read it', async () => {
    const services = makeServices();
    const quoteNothing = (index: ArticleSearch): ArticleSearch => ({
      ...index,
      search: async (query) =>
        (await index.search(query)).map((hit) => ({ ...hit, sectionId: 'the-paid-part', isDescription: true })),
    });
    const { open, paid, docs } = services.search;
    const send = openDoor({ ...services, search: { open: quoteNothing(open), paid: quoteNothing(paid), docs } });
    const find = async (headers: Record<string, string>) => {
      const params = { name: 'search_articles', arguments: { query: 'payment challenges' } };
      const response = await send('/mcp', post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers));
      const { result } = McpResponse.parse(await response.json());
      return Results.parse(result?.structuredContent).results[0];
    };
    expect(await find({})).toMatchObject({
      slug: paidSlug,
      payment: describePayment(services.urls, { price: 0.05, currency: 'USD' }, 'live'),
    });
    expect(await find({ authorization: 'Bearer whole' })).not.toHaveProperty('payment');
  });

  it('keeps to a tier and a limit', async () => {
    const preview = { query: 'preview agents limits', tier: 'paid', limit: 1 };
    expect((await callTool('search_articles', preview)).result?.structuredContent).toMatchObject({
      results: [{ tier: 'paid' }],
    });
  });

  const slugsOf = async (args: object) => {
    const found = (await callTool('search_articles', args)).result?.structuredContent;
    return Results.parse(found).results.map(({ slug }) => slug);
  };

  it('continues where the previous page ended, without a gap or a repeat', async () => {
    const query = 'preview agents limits study';
    const whole = await slugsOf({ query });
    expect(whole.length).toBeGreaterThan(2);
    const pages = [await slugsOf({ query, limit: 2 }), await slugsOf({ query, limit: 2, offset: 2 })];
    expect(pages.flat()).toEqual(whole.slice(0, 4));
    expect(await slugsOf({ query, offset: 1000 })).toEqual([]);
  });

  it.each([
    [{ tag: 'testing' }, true],
    [{ tag: 'nobody-has-it' }, false],
    [{ updated_since: '2026-05-01' }, true],
    [{ updated_since: '2026-05-01T23:00:00Z' }, true],
    [{ updated_since: '2026-05-02' }, false],
  ])('finds an article of 1 May with %j: %s', async (filter, isFound) => {
    expect(await slugsOf({ query: 'agents read markdown', ...filter })).toEqual(isFound ? ['open-letter'] : []);
  });

  it.each([
    [{ query: 'x', offset: -1 }],
    [{ query: 'x', offset: 1001 }],
    [{ query: 'x', tag: '' }],
    [{ query: 'x', updated_since: 'yesterday' }],
    [{ query: 'x', updated_since: '2026-02-30' }],
    [{}],
    [{ query: '' }],
    [{ query: ' ' }],
    [{ query: 'x', limit: 0 }],
    [{ query: 'x', tier: 'gold' }],
    [{ query: 7 }],
  ])('refuses %j', async (args) => {
    expect((await callTool('search_articles', args)).error?.code).toBe(-32602);
  });
});

describe('arguments', () => {
  it('are named if they are not an object', async () => {
    for (const args of [['x'], 'x', 7, null]) {
      const { error } = await call('tools/call', { name: 'get_pricing', arguments: args });
      expect(error).toMatchObject({ code: -32602, message: 'arguments: an object is expected.' });
    }
  });
});

describe('resources', () => {
  const uri = 'https://quire.test/articles/paid-study.md';
  const textOf = (answer: z.infer<typeof McpResponse>) => JSON.stringify(answer.result);

  it('shows the preview of a paid article, and the whole to a subscriber', async () => {
    expect(textOf(await call('resources/read', { uri }))).not.toContain(paidSentence);
    expect(textOf(await call('resources/read', { uri }, { key: 'whole' }))).toContain(paidSentence);
  });

  it('says of a withdrawn article why it is gone and what to read', async () => {
    const { error } = await call('resources/read', { uri: 'https://quire.test/articles/lost-study.md' });
    expect(error?.message).toMatch(/counted twice\. Read https:\S+open-letter instead/);
  });

  it('knows no other URI, and no withheld article', async () => {
    for (const wrong of [
      'file:///etc/passwd',
      'https://quire.test/articles/not-yet.md',
      'https://quire.test/articles/.md',
    ]) {
      expect((await call('resources/read', { uri: wrong })).error?.code).toBe(-32602);
    }
    const listed = await call('resources/list', {});
    expect(JSON.stringify(listed)).not.toContain('not-yet');
  });
});

describe('lists', () => {
  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'skills/list'])(
    '%s refuses a cursor that it did not return',
    async (method) => {
      for (const cursor of ['', '0', '-1', '1', '0x1', '1e2', '100.0', ' 100', 'x']) {
        expect((await call(method, { cursor })).error, JSON.stringify(cursor)).toMatchObject({
          code: -32602,
          message: expect.stringMatching(/^cursor: /),
        });
      }
      expect((await call(method, {})).error).toBeUndefined();
    },
  );
});

describe('documents', () => {
  it.each(['/developers.md', 'developers', 'https://quire.test/developers.md'])('are read as %s', async (path) => {
    const { result } = await callTool('read_doc', { path }, { path: '/mcp/docs' });
    expect(result?.structuredContent).toMatchObject({
      path: '/developers.md',
      markdown: expect.stringContaining('curl'),
    });
  });

  it.each(['../package.json', '/etc/passwd', 'developers\0', '%2e%2e/x', 'nowhere'])('are not at %j', async (path) => {
    expect((await callTool('read_doc', { path }, { path: '/mcp/docs' })).error?.code).toBe(-32602);
  });
});

describe('the endpoint /mcp', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('asks a credential for mcp:connect', async () => {
    const response = await send('/mcp', post(ping, { authorization: 'Bearer reader' }));
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('scope="mcp:connect"');
  });

  it.each(['/mcp', '/mcp/docs'] as const)('tells the sender of a wrong credential at %s', async (path) => {
    const response = await send(path, post(ping, { authorization: 'Bearer nobody-knows-it' }));
    expect(response.status).toBe(401);
    const metadata = 'https://quire.test/.well-known/oauth-protected-resource';
    expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
  });

  it('treats any other scheme as no credential', async () => {
    expect((await send('/mcp', post(ping, { authorization: 'Basic reader' }))).status).toBe(200);
  });

  it('tells the log of a bug, and the client only its request id', async () => {
    const told: Record<string, unknown>[] = [];
    const services = makeServices();
    const broken = openDoor({
      ...services,
      search: {
        ...services.search,
        open: {
          ...services.search.open,
          search: () => {
            throw new Error('secret detail');
          },
        },
      },
      log: {
        ...services.log,
        error: (fields) => {
          told.push(fields);
        },
      },
    });
    const message = { ...ping, method: 'tools/call', params: { name: 'search_articles', arguments: { query: 'x' } } };
    const text = await (await broken('/mcp', post(message))).text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32603, data: { request_id: 'r1' } } });
    expect(text).not.toContain('secret');
    expect(told).toHaveLength(1);
  });
});

describe('a message of a tool server contains its remedy', () => {
  it.each([
    ['an unknown slug', 'get_article', { slug: 'nowhere' }, /search_articles.*resources\/list/],
    [
      'a URL of another site',
      'get_article',
      { slug: 'https://elsewhere.test/articles/open-letter' },
      /search_articles/,
    ],
    ['a withdrawn article', 'get_article', { slug: 'lost-study' }, /counted twice\. Read https:\S+open-letter instead/],
    [
      'an unknown section',
      'get_article',
      { slug: paidSlug, section: 'nope' },
      /sections are beginning, \S+-part\..*as section/,
    ],
    ['an unknown tool', 'read_article', {}, /The tools here are search_articles, get_article, get_pricing\./],
    [
      'a missing argument',
      'search_articles',
      {},
      /query: it is missing\. .*query \(required\), limit, offset, tier, tag/,
    ],
    [
      'a wrong argument',
      'get_article',
      { slug: 'open-letter', detail: 'some' },
      /detail: one of "outline".*slug \(required\), section, detail/,
    ],
    ['an argument of a tool without any', 'get_pricing', { tier: 'paid' }, /get_pricing has no arguments/],
  ])('about %s', async (_, name, args, remedy) => {
    expect((await callTool(name, args)).error?.message).toMatch(remedy);
  });

  it.each([
    [
      'an unknown document',
      'tools/call',
      { name: 'read_doc', arguments: { path: '/nothing.md' } },
      /search_docs.*resources\/list/,
    ],
    ['an unknown resource', 'resources/read', { uri: 'https://quire.test/nothing.md' }, /resources\/list/],
    ['an unknown prompt', 'prompts/get', { name: 'nothing' }, /The prompts here are \w+/],
  ])('about %s', async (_, method, params, remedy) => {
    expect((await call(method, params, { path: '/mcp/docs' })).error?.message).toMatch(remedy);
  });
});

describe('an article by its URL', () => {
  it.each([
    ['https://quire.test/articles/open-letter', undefined],
    ['https://quire.test/articles/open-letter#beginning', 'beginning'],
    ['https://quire.test/articles/open-letter#no-heading', undefined],
    ['/articles/first-letter.md', undefined],
  ])('%s is read as its slug and section', async (slug, section) => {
    const { result } = await callTool('get_article', { slug });
    const read = z.looseObject({ slug: z.string(), section: z.looseObject({ id: z.string() }).optional() });
    const { slug: found, section: shown } = read.parse(result?.structuredContent);
    expect([found, shown?.id]).toEqual(['open-letter', section]);
  });
});

describe('the outline of an article', () => {
  it('is a normal result without a credential: headings, preview, standing and citation, and no paid word', async () => {
    const { result } = await callTool('get_article', { slug: paidSlug, detail: 'outline' });
    expect(result?.structuredContent).toMatchObject({
      slug: paidSlug,
      standing: 'current',
      license: { id: 'CC-BY-4.0' },
      citation: { bibtex: `@article{${paidSlug}}` },
      outline: [
        { id: 'beginning', is_free: true },
        { id: expect.stringMatching(/-part$/), is_free: false },
      ],
      preview_markdown: expect.stringContaining('A preview'),
    });
    expect(result?.structuredContent).not.toHaveProperty('markdown');
    expect(JSON.stringify(result)).toMatch(/\(section \S+-part, 11 words, paid\)/);
    expect(JSON.stringify(result)).not.toContain('walrus');
  });

  it('is found by the section that a search result names', async () => {
    const { result } = await callTool('search_articles', { query: 'agents cite markdown' });
    const [first] = Results.parse(result?.structuredContent).results;
    expect(first).toMatchObject({ slug: 'open-letter', section: 'beginning' });
  });

  it('has no place in a section, which carries what belongs to it alone', async () => {
    const { result } = await callTool('get_article', { slug: 'open-letter', section: 'beginning' });
    expect(Object.keys(result?.structuredContent ?? {})).not.toContain('outline');
    expect(result?.structuredContent).toMatchObject({
      url: 'https://quire.test/articles/open-letter#beginning',
      citation: { bibtex: '@article{open-letter}' },
    });
  });
});

it('the schema of get_pricing takes no arguments', async () => {
  const { result } = await call('tools/list', {});
  const { tools } = z
    .object({ tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({}) })) })
    .parse(result);
  const pricing = tools.find(({ name }) => name === 'get_pricing');
  expect(pricing?.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
});
