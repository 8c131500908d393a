import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, bearer, newKey, postJson, slugsByTier } from '../support/client.ts';
import { readFields, type SpecifiedField } from './specification-document.ts';

/** Answers of the running service by the shape that they are of. */
const answers = new Map<string, unknown[]>();

beforeAll(async () => {
  const { free, paid } = await slugsByTier();
  const key = bearer(await newKey());
  const read = async (response: Promise<Response>): Promise<unknown> => (await response).json();
  const call = (path: string, method: string, params: unknown) =>
    read(postJson(path, { jsonrpc: '2.0', id: 7, method, params }));
  const lists = await Promise.all(
    ['?per_page=1', '?per_page=1&page=2', ''].map((query) => read(ask(`/api/v1/articles${query}`))),
  );
  const Listed = z.object({ data: z.array(z.unknown()) });
  const repeatable = { 'idempotency-key': `shapes-${Date.now()}` };
  const samples: Record<string, Promise<unknown>[]> = {
    Article: [read(ask(`/api/v1/articles/${free[0]}`)), read(ask(`/api/v1/articles/${paid[0]}`, key))],
    ArticleSummary: lists.flatMap((list) => Listed.parse(list).data).map((each) => Promise.resolve(each)),
    PaginatedArticles: lists.map((list) => Promise.resolve(list)),
    Error: [
      read(ask('/api/v1/articles/no-such-article')),
      read(ask(`/api/v1/articles/${paid[0]}`, bearer('quire_demo_wrong'))),
      read(ask('/ask')),
    ],
    PaymentError: [read(ask(`/api/v1/articles/${paid[0]}`)), read(ask(`/api/sandbox/v1/articles/${paid[1]}`))],
    Pricing: [read(ask('/api/v1/pricing'))],
    SubscribeResponse: [
      read(ask('/api/v1/agent/subscribe', { method: 'POST' })),
      read(postJson('/api/v1/agent/subscribe', {}, repeatable)),
    ],
    AskResponse: [read(ask('/ask?query=payment')), read(postJson('/ask', { query: 'idempotency' }))],
    MCPResponse: [call('/mcp', 'tools/list', {}), call('/mcp/docs', 'no/such/method', {})],
    CheckoutSession: [read(ask('/checkout_sessions', { method: 'POST' }))],
  };
  for (const [shape, of] of Object.entries(samples)) answers.set(shape, await Promise.all(of));
});

/** What the specification's word for a type means of a JSON value. */
function isOfType(value: unknown, type: string): boolean {
  if (type.startsWith('array'))
    return Array.isArray(value) && (!/of string/.test(type) || value.every((each) => typeof each === 'string'));
  if (type === 'string, URI') return typeof value === 'string' && URL.canParse(value);
  if (type === 'string or null') return typeof value === 'string' || value === null;
  if (type.startsWith('string')) return typeof value === 'string';
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'any':
      return value !== undefined;
  }
  throw new Error(`The specification has a type that this test does not know: ${type}.`);
}

/** The values at a path, of each item where it passes through a list; undefined where a member is missing. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  const member = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return rest.length === 0 || member === undefined ? [member] : valuesAt(member, rest);
}

describe('each shape of the specification, in the answers of the service', () => {
  it.each(readFields())('$shape has $path as $type', ({ shape, path, type, isRequired }: SpecifiedField) => {
    const values = (answers.get(shape) ?? []).flatMap((answer) => valuesAt(answer, path.split('.')));
    const present = values.filter((value) => value !== undefined);
    expect(present.length).toBeGreaterThan(0);
    if (isRequired) expect(present.length).toBe(values.length);
    expect(present.filter((value) => !isOfType(value, type))).toEqual([]);
  });

  it('tells a tier by one of two words', () => {
    const tiers = ['Article', 'ArticleSummary'].flatMap((shape) =>
      (answers.get(shape) ?? []).flatMap((answer) => valuesAt(answer, ['tier'])),
    );
    expect(new Set(tiers)).toEqual(new Set(['free', 'paid']));
  });
});
