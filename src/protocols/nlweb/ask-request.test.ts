import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AskBody } from '../../contract/operations-ask.ts';
import { ServiceError } from '../../core/service-error.ts';
import { type AskRequest, Classic, readAskBody, readAskParams, Structured } from './ask-request.ts';

const none = new URLSearchParams();
const params = (query: string) => readAskParams(new URLSearchParams(query));
const body = (value: unknown) => readAskBody(JSON.stringify(value), none);

function codeOf(read: () => AskRequest): string {
  try {
    read();
    return 'read';
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown.code;
    throw thrown;
  }
}

describe('readAskParams', () => {
  it('reads what nlweb-js-client sends', () => {
    const request = params(
      'query_id=q_1&query=agents&site=all&generate_mode=summarize&prev=%5B%22a%2C%20b%22%5D&context_url=',
    );
    expect(request).toMatchObject({
      dialect: 'classic',
      text: 'agents',
      queryId: 'q_1',
      sites: ['all'],
      previous: ['a, b'],
    });
    expect([...request.modes]).toEqual(['summarize']);
  });

  it('splits prev at commas, and returns 50 results to a client that requests more', () => {
    expect(params(`query=x&num_results=${'9'.repeat(400)}`)).toMatchObject({ limit: 50 });
    expect(params('query=x&prev=one, two&num_results=51')).toMatchObject({ previous: ['one', 'two'], limit: 50 });
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['False', false],
  ])('takes streaming=%s for %s', (value, streaming) => {
    expect(params(`query=x&streaming=${value}`).streaming).toBe(streaming);
  });

  it.each([
    ['', 'missing_query'],
    ['query=', 'missing_query'],
    ['query=%20%09', 'missing_query'],
    [`query=${'x'.repeat(1001)}`, 'invalid_request'],
    [`query=${'x'.repeat(1000)}`, 'read'],
    [`query=${'\u{1F600}'.repeat(1000)}`, 'read'],
    [`query=${'\u{1F600}'.repeat(1001)}`, 'invalid_request'],
    ['query=x&mode=sing', 'invalid_request'],
    ['query=x&num_results=0', 'invalid_request'],
    ['query=x&num_results=ten', 'invalid_request'],
    ['query=x&query_id=%00', 'invalid_request'],
    ['query=x&unheard_of=1', 'read'],
  ])('rejects %s with %s', (query, code) => {
    expect(codeOf(() => params(query))).toBe(code);
  });
});

describe('readAskBody', () => {
  it('reads what useNlWeb sends', () => {
    const request = body({
      query: { text: 'agents', site: 'quire.test', max_results: 9, num_results: 50 },
      context: { '@type': 'ConversationalContext', prev: ['limits'] },
      prefer: { streaming: true, response_format: 'conv_search', mode: 'list, summarize' },
      meta: { api_version: '0.54', start_num: 9, user: { id: 'u' }, remember: true },
    });
    expect(request).toMatchObject({
      dialect: '0.54',
      text: 'agents',
      previous: ['limits'],
      limit: 9,
      offset: 9,
      streaming: true,
    });
    expect([...request.modes]).toEqual(['list', 'summarize']);
  });

  it('tells the dialects apart by the form of the query and the version', () => {
    expect(body({ query: 'x' }).dialect).toBe('classic');
    expect(body({ query: { text: 'x' } }).dialect).toBe('0.55');
    expect(body({ query: { text: 'x' }, meta: { version: '0.54' } }).dialect).toBe('0.54');
    expect(body({ query: 'x', prefer: { streaming: true } }).dialect).toBe('0.55');
  });

  it('takes from the query what the body leaves out', () => {
    const address = new URLSearchParams('query=address&num_results=3');
    expect(readAskBody('{"query":"body"}', address)).toMatchObject({ text: 'body', limit: 3 });
    expect(readAskBody('', address)).toMatchObject({ text: 'address' });
  });

  it.each([
    ['true beside a query object', { query: { text: 'x' }, streaming: true }, '', true],
    ['false beside prefer', { query: { text: 'x' }, streaming: false, prefer: { streaming: true } }, '', false],
    ['false in prefer alone', { query: 'x', streaming: true, prefer: { streaming: false } }, '', false],
    ['false in the URL', { query: 'x', streaming: true }, 'streaming=0', false],
    [
      'false in the URL, with a query object',
      { query: { text: 'x' }, prefer: { streaming: 1 } },
      'streaming=no',
      false,
    ],
  ])('streams when a member says so, and false wins: %s', (_, given, query, streaming) => {
    expect(readAskBody(JSON.stringify(given), new URLSearchParams(query)).streaming).toBe(streaming);
  });

  it.each([
    ['{', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['"x"', 'invalid_request'],
    ['{}', 'missing_query'],
    ['', 'missing_query'],
    ['{"query":7}', 'invalid_request'],
    ['{"query":{"text":" "}}', 'missing_query'],
    ['{"query":{}}', 'missing_query'],
    ['{"query":["x"]}', 'invalid_request'],
  ])('rejects %s with %s', (text, code) => {
    expect(codeOf(() => readAskBody(text, none))).toBe(code);
  });
});

describe('the AskRequest of the API description', () => {
  const named = (schema: { shape: object }) => Object.keys(schema.shape).sort();
  const inner = (schema: z.ZodType) => (schema instanceof z.ZodOptional ? schema.unwrap() : schema);
  const members = (schema: z.ZodType) => {
    const object = inner(schema);
    return object instanceof z.ZodObject ? named(object) : [];
  };

  it('lists every member that the server reads', () => {
    expect(named(AskBody)).toEqual([...new Set([...named(Classic), ...named(Structured)])].sort());
    const { query, context, prefer, meta } = AskBody.shape;
    const object = query.options[1];
    expect(members(object)).toEqual(members(Structured.shape.query));
    expect(members(context)).toEqual(members(Structured.shape.context));
    expect(members(prefer)).toEqual(members(Structured.shape.prefer));
    expect(members(meta)).toEqual(members(Structured.shape.meta));
    expect(members(meta)).toContain('start_num');
  });
});
