import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paidSentence } from '../../../tests/support/library.ts';
import { createTestServices } from '../../../tests/support/services.ts';
import { toWebResponse } from '../../../tests/support/web-response.ts';
import { AskResponse } from '../../contract/schemas-ask.ts';
import { anonymous, type Caller, invalid, type Scope } from '../../core/access/caller.ts';
import type { ArticleSearch } from '../../core/article-search.ts';
import { createCatalogue } from '../../core/articles.ts';
import type { Services } from '../../core/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createAskHandlers } from './ask-handlers.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });

interface Asked {
  query?: string;
  body?: unknown;
  accept?: string;
  method?: string;
  using?: Services;
  caller?: Caller;
  handlers?: ReturnType<typeof createAskHandlers>;
}

async function ask(about: Asked) {
  const { query = '', body, accept, method = body === undefined ? 'GET' : 'POST', using = services } = about;
  const { caller = anonymous, handlers = createAskHandlers(using) } = about;
  const headers: Record<string, string> = accept ? { accept } : {};
  const call = {
    request: new Request('https://quire.test/ask', { method, headers }),
    url: new URL(`https://quire.test/ask?${query}`),
    params: {},
    body: undefined,
    bodyText: body === undefined ? '' : JSON.stringify(body),
    mirror: 'live' as const,
    caller,
    requestId: 'r1',
    spend: async () => undefined,
    note: () => undefined,
    clientAddress: '127.0.0.1',
  };
  const { askGet, askPost } = handlers;
  const answer = method === 'POST' ? askPost({ ...call, query: undefined }) : askGet({ ...call, query: { query: '' } });
  return toWebResponse(await answer);
}

async function readJson(about: Asked) {
  return AskResponse.parse(await (await ask(about)).json());
}

const Data = z.looseObject({ message_type: z.string().optional() });

/** Events of a stream as [name, data]. */
async function readEvents(about: Asked) {
  const response = await ask(about);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '');
  return blocks.map((block) => {
    const [, name, data = ''] = /^(?:event: (\w+)\n)?data: (.*)$/.exec(block) ?? [];
    return { name, data: Data.parse(JSON.parse(data)) };
  });
}

describe('an answer in JSON', () => {
  it('has the members of the specification, with the best section of each article', async () => {
    const { query_id, query, results, _meta } = await readJson({ query: 'query=payment+challenges' });
    expect({ query, _meta }).toEqual({
      query: 'payment challenges',
      _meta: { response_type: 'answer', version: '0.55', confidence: 'likely' },
    });
    expect(query_id).toMatch(/^[0-9a-f]{32}$/);
    expect(results).toMatchObject([
      {
        url: 'https://quire.test/articles/paid-study',
        name: 'About paid-study',
        site: 'quire.test',
        score: 100,
        description: 'A preview of a study on payment challenges.',
        schema_object: {
          '@type': 'ScholarlyArticle',
          isAccessibleForFree: false,
          hasPart: { name: 'Beginning', url: 'https://quire.test/articles/paid-study#beginning' },
        },
      },
    ]);
  });

  it('keeps the query_id of the client, and says the same to POST as to GET', async () => {
    const got = await readJson({ query: 'query=markdown&query_id=mine' });
    const posted = await readJson({ body: { query: 'markdown', query_id: 'mine' } });
    expect(got.query_id).toBe('mine');
    expect(posted).toEqual(got);
  });

  it('has the text of the section only with detail=full', async () => {
    const text = 'Agents read markdown and cite what they read.';
    const part = (hasPart: object) => ({ results: [{ schema_object: { hasPart } }] });
    expect(JSON.stringify(await readJson({ query: 'query=markdown' }))).not.toContain('"text"');
    expect(await readJson({ query: 'query=markdown&detail=full' })).toMatchObject(part({ text }));
  });

  it('quotes for summarize and generate, and says what a follow-up was taken to mean', async () => {
    const { summary } = await readJson({ query: 'query=markdown&mode=summarize' });
    expect(summary).toBe(
      '[1] "Agents read markdown and cite what they read." (About open-letter, https://quire.test/articles/open-letter#beginning)',
    );
    const followed = await readJson({ query: 'query=what+about+them%3F&prev=rate+limits&mode=generate' });
    expect(followed).toMatchObject({
      answer: expect.stringContaining('[1]'),
      _meta: { decontextualized_query: 'what about them? rate limits' },
    });
  });

  it('has nothing to say for another site', async () => {
    expect((await readJson({ query: 'query=markdown&site=elsewhere.example' })).results).toEqual([]);
    expect(
      (await readJson({ query: `query=markdown&site=${encodeURIComponent(services.publication.name)}` })).results,
    ).toHaveLength(1);
  });

  it('makes the item itself the schema.org object for an object query', async () => {
    const { results, _meta } = await readJson({ body: { query: { text: 'markdown' }, meta: { version: '0.54' } } });
    expect(_meta).toMatchObject({ response_type: 'Answer', version: '0.54' });
    expect(results[0]).toMatchObject({
      '@type': ['Article', 'ScholarlyArticle'],
      '@id': results[0]?.url,
      headline: 'About open-letter',
    });
  });

  it('has the section that matches next best beside the best, of the first result alone', async () => {
    const { open } = services.search;
    const next = { sectionId: 'end', heading: '', snippet: 'It ends well.' };
    const index: ArticleSearch = {
      ...open,
      search: async (query) =>
        (await open.search(query)).map((hit, rank) => (query.hasNext && rank === 0 ? { ...hit, next } : hit)),
    };
    const using = { ...services, search: { ...services.search, open: index } };
    const [first, ...others] = (await readJson({ query: 'query=preview+agents+limits', using })).results;
    expect(first?.also).toEqual({ name: first?.name, url: `${first?.url}#end`, description: 'It ends well.' });
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ also }) => also)).toEqual([]);
  });

  it('never depends on paid words', async () => {
    const text = await (await ask({ query: 'query=walrus+ledger+lanterns+study&mode=summarize' })).text();
    expect(text).not.toContain(paidSentence);
  });
});

describe('the choice of form', () => {
  const stream = 'text/event-stream';
  it.each([
    ['nothing', {}, 'json'],
    ['Accept', { accept: stream }, 'stream'],
    ['Accept of a browser', { accept: 'text/html,*/*;q=0.8' }, 'json'],
    ['Accept that prefers JSON', { accept: `application/json, ${stream};q=0.5` }, 'json'],
    ['streaming=1', { query: 'query=x&streaming=1' }, 'stream'],
    ['streaming=0 against Accept', { query: 'query=x&streaming=0', accept: stream }, 'json'],
    ['prefer.streaming', { body: { query: { text: 'x' }, prefer: { streaming: true } } }, 'stream'],
    [
      'prefer.streaming false',
      { body: { query: { text: 'x' }, prefer: { streaming: false } }, accept: stream },
      'json',
    ],
  ])('goes by %s', async (_, about, form) => {
    const response = await ask({ query: 'query=x', ...about });
    const expected = form === 'stream' ? 'text/event-stream' : 'application/json';
    expect(response.headers.get('content-type')).toContain(expected);
    await response.body?.cancel();
  });
});

it('names the language of a result, which may be another than that of the publication', async () => {
  const [first, ...others] = services.library.articles;
  const articles = [{ ...(first ?? expect.fail()), language: 'de' }, ...others];
  const using = { ...services, catalogue: createCatalogue({ articles, withdrawn: [] }, services.now) };
  const { results } = await readJson({ query: 'query=agents+read+markdown', using });
  expect(results[0]?.schema_object).toMatchObject({ identifier: first?.id, inLanguage: 'de' });
});

describe('a stream', () => {
  it('serves both classic generations to a string query', async () => {
    const events = await readEvents({ query: 'query=markdown&mode=summarize&streaming=1&query_id=q' });
    expect(events.map(({ data }) => data.message_type)).toEqual([
      'begin-nlweb-response',
      'api_version',
      'result_batch',
      'summary',
      'end-nlweb-response',
      'complete',
    ]);
    expect(events.every(({ name, data }) => name === undefined && data.query_id === 'q')).toBe(true);
    const batch = events[2]?.data;
    expect(batch?.content).toEqual(batch?.results);
  });

  it('names its events for 0.55', async () => {
    const events = await readEvents({
      body: { query: { text: 'preview' }, prefer: { streaming: true, mode: 'list' } },
    });
    expect(events.map(({ name }) => name)).toEqual(['start', 'result', 'result', 'complete']);
    expect(events[0]?.data).toMatchObject({
      _meta: { version: '0.55', response_type: 'answer', mode: 'list' },
      streaming: true,
    });
    expect(events[2]?.data).toMatchObject({ index: 1, item: { '@id': expect.any(String) } });
  });

  it('begins with _meta for 0.54 and ends with the answer', async () => {
    const body = {
      query: { text: 'markdown' },
      prefer: { streaming: true, mode: 'summarize' },
      meta: { api_version: '0.54' },
    };
    const events = await readEvents({ body });
    expect(events.map(({ data }) => Object.keys(data))).toEqual([['_meta'], ['results'], ['results']]);
    expect(events[2]?.data).toMatchObject({ results: [{ '@type': 'Summary' }] });
  });

  it('says in every dialect how sure the answer is', async () => {
    const object = (text: string, version: string) => ({
      body: { query: { text }, prefer: { streaming: true }, meta: { version } },
    });
    for (const [text, confidence] of [
      ['markdown', (await services.search.open.search({ text: 'markdown', limit: 1 }))[0]?.confidence],
      ['zzyqx wvuttk', 'none'],
    ]) {
      const streams = [{ query: `query=${text}&streaming=1` }, object(text ?? '', '0.54'), object(text ?? '', '0.55')];
      for (const about of streams) {
        const told = (await readEvents(about)).map(({ data }) => JSON.stringify(data._meta ?? {}));
        expect(told.filter((meta) => meta.includes(`"confidence":"${confidence}"`))).toHaveLength(1);
      }
      const { results, _meta } = await readJson({ query: `query=${text}` });
      expect(_meta?.confidence).toBe(confidence);
      expect(_meta?.question_language).toBeUndefined();
      expect(results.length === 0).toBe(confidence === 'none');
    }
  });

  it.each([
    ['classic', { query: 'query=x&streaming=1' }, ['error', 'end-nlweb-response', 'complete']],
    ['0.55', { body: { query: { text: 'x' }, prefer: { streaming: true } } }, [undefined, undefined]],
    [
      '0.54',
      { body: { query: { text: 'x' }, prefer: { streaming: true }, meta: { version: '0.54' } } },
      [undefined, undefined],
    ],
  ])('that breaks off says so in %s', async (_, about, ending) => {
    const search = {
      ...services.search,
      open: {
        ...services.search.open,
        search: () => {
          throw new Error('secret');
        },
      },
    };
    const events = await readEvents({ ...about, using: { ...services, search } });
    expect(events.slice(-ending.length).map(({ data }) => data.message_type)).toEqual(ending);
    expect(JSON.stringify(events)).toContain('internal_error');
    expect(JSON.stringify(events)).not.toContain('secret');
  });
});

describe('paid text', () => {
  const holder = (scopes: Scope[]): Caller => ({ kind: 'subscriber', id: 'k1', plan: 'demo', scopes });
  const query = 'query=walrus+ledger+lanterns';
  const object = { query: { text: 'walrus ledger lanterns' }, prefer: { streaming: true }, meta: { version: '0.55' } };

  it('is found for a key with articles:read, in JSON and in a stream', async () => {
    const caller = holder(['articles:read']);
    const { results } = await readJson({ query, caller });
    expect(results.map(({ url }) => url).sort()).toEqual(
      ['paid-study', 'paid-survey'].map((slug) => `https://quire.test/articles/${slug}`),
    );
    expect(JSON.stringify(await readEvents({ body: object, caller }))).toContain('paid-study');
  });

  it.each([
    ['without a credential', anonymous],
    ['with an invalid one', invalid],
    ['with a key for something else', holder(['mcp:connect'])],
  ])('is found for no caller %s, even right after a key holder', async (_, caller) => {
    const handlers = createAskHandlers(services);
    const before = await (await ask({ query: `${query}&query_id=1`, caller })).text();
    await readJson({ query, caller: holder(['articles:read']), handlers });
    const after = await (await ask({ query: `${query}&query_id=1`, caller, handlers })).text();
    expect(after).toBe(before);
    expect(JSON.parse(after).results).toEqual([]);
    expect(JSON.stringify(await readEvents({ body: object, caller, handlers }))).not.toContain('paid-study');
  });
});

describe('beside the articles', () => {
  const pages = [{ url: 'https://quire.test/developers', name: 'For developers', kind: 'guide', confidence: 'likely' }];

  it('are the matching pages of the site, in every dialect', async () => {
    expect(await readJson({ query: 'query=call+with+curl' })).toMatchObject({ results: [], pages });
    for (const version of ['0.54', '0.55']) {
      const events = await readEvents({
        body: { query: { text: 'call with curl' }, prefer: { streaming: true }, meta: { version } },
      });
      expect(events.filter(({ data }) => 'pages' in data)).toMatchObject([{ data: { pages } }]);
    }
    const [batch] = (await readEvents({ query: 'query=call+with+curl&streaming=1' })).filter(
      ({ data }) => data.message_type === 'result_batch',
    );
    expect(batch?.data).toMatchObject({ pages });
  });

  it('is quoted what a page says when no article matches', async () => {
    expect(await readJson({ query: 'query=call+with+curl&mode=summarize' })).toMatchObject({
      summary: '[1] "Call the article API with curl." (For developers, https://quire.test/developers)',
    });
  });

  it('is the list that was requested, and the results are its articles', async () => {
    const { results, ...others } = await readJson({ query: 'query=list+all+free+articles&mode=summarize' });
    expect(results.map(({ url }) => url)).toEqual(
      ['open-letter', 'field-notes'].map((slug) => `https://quire.test/articles/${slug}`),
    );
    expect(others).toMatchObject({
      lists: [{ url: 'https://quire.test/articles?tier=free', count: 2, tier: 'free' }],
      summary: 'The list of these articles, 2 in all: https://quire.test/articles?tier=free',
      _meta: { confidence: 'sure' },
    });
  });
});

it('says in which language a question is that the articles are not in, as JSON and in every stream', async () => {
  const text = 'Wie wird markdown für einen Agenten ausgeliefert?';
  const query = `query=${encodeURIComponent(text)}`;
  const { _meta, results } = await readJson({ query });
  expect(_meta?.question_language).toBe('de');
  expect(results.length).toBeGreaterThan(0);
  for (const version of ['0.54', '0.55']) {
    const body = { query: { text }, meta: { version } };
    expect(await (await ask({ body, accept: 'text/event-stream' })).text()).toContain('"question_language":"de"');
  }
  expect(await (await ask({ query, accept: 'text/event-stream' })).text()).toContain('"question_language":"de"');
});
