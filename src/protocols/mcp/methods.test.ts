import { describe, expect, it } from 'vitest';
import { callers, makeCall, makeServices, post } from '../../../tests/conformance/mcp-harness.ts';
import { paidSentence } from '../../../tests/support/library.ts';
import { toWebResponse } from '../../../tests/support/web-response.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { openServerFeatures } from './mcp-server.ts';
import { createServerFeatures } from './server-features.ts';

function openEndpoints(services = makeServices()) {
  const { product, docs } = createServerFeatures(services);
  const open = (features: typeof product) =>
    createMcpEndpoint({ services, server: openServerFeatures({ surface: features, services }) });
  return { product: open(product), docs: open(docs) };
}
type Endpoint = ReturnType<typeof openEndpoints>['product'];

async function send(endpoint: Endpoint, body: unknown, who: string): Promise<string> {
  const call = await makeCall(post(body), '/mcp', callers[who] ?? anonymous);
  return toWebResponse(await endpoint(call)).text();
}

const ask = (endpoint: Endpoint, message: object, who = 'nobody') =>
  send(endpoint, { jsonrpc: '2.0', id: 'näm"e', ...message }, who);

/** The same message as a batch of one. */
async function askInBatch(endpoint: Endpoint, message: object, who: string): Promise<string> {
  const text = await send(endpoint, [{ jsonrpc: '2.0', id: 'näm"e', ...message }], who);
  expect([text.at(0), text.at(-1)]).toEqual(['[', ']']);
  return text.slice(1, -1);
}

/** What is new each time in a challenge, and no part of parity. */
const withoutNonce = (text: string) =>
  JSON.parse(text, (key, value) => (['nonce', 'issuedAt', 'expirationTime'].includes(key) ? '' : value));

const services = makeServices();
const { product, docs } = openEndpoints(services);
const slugs = [...services.catalogue.list().map(({ slug }) => slug), 'not-yet', 'nowhere'];
const tool = (name: string, args?: unknown) => ({ method: 'tools/call', params: { name, arguments: args } });
const productMessages = [
  { method: 'tools/list' },
  { method: 'tools/list', params: { cursor: 'any' } },
  { method: 'tools/list', params: { cursor: 7 } },
  { method: 'tools/list', params: { _meta: 'no object' } },
  tool('get_pricing'),
  tool('get_pricing', { more: 1 }),
  tool('get_article'),
  tool('get_article', { slug: 7 }),
  tool('unheard_of', {}),
  tool('search_articles', { query: 'walrus lanterns' }),
  tool('search_articles', { query: 'agents read', limit: 1, tier: 'free' }),
  tool('search_articles', { query: '' }),
  ...slugs.map((slug) => tool('get_article', { slug })),
  ...slugs.flatMap((slug) =>
    ['beginning', 'the-paid-part', 'nowhere'].map((section) => tool('get_article', { slug, section })),
  ),
];
const docMessages = [
  { method: 'tools/list' },
  tool('search_docs', { query: 'curl' }),
  tool('read_doc', { path: '/developers.md' }),
  tool('read_doc', { path: 'nowhere' }),
];

describe('cached results', () => {
  it.each([
    ['/mcp', product, productMessages],
    ['/mcp/docs', docs, docMessages],
  ] as const)(
    'at %s are the same alone and in a batch, the first time and again, for every caller',
    async (_, endpoint, messages) => {
      const fresh = openEndpoints(services);
      for (const message of messages) {
        // The caller with every right first: its cached result must be open to no other.
        for (const who of ['whole', 'nobody', 'connected', 'whole', 'nobody']) {
          const uncached = endpoint === product ? fresh.product : fresh.docs;
          const expected = withoutNonce(await askInBatch(uncached, message, who));
          expect(withoutNonce(await ask(endpoint, message, who)), `${JSON.stringify(message)} ${who}`).toEqual(
            expected,
          );
        }
      }
    },
  );

  it('returns a cached body only to callers with access', async () => {
    const message = tool('get_article', { slug: 'paid-study' });
    expect(await ask(product, message, 'whole')).toContain(paidSentence);
    for (const who of ['nobody', 'connected']) expect(await ask(product, message, who)).not.toContain(paidSentence);
  });

  it('writes an article as Markdown under five lines that say what it is, beside the structure', async () => {
    const { result } = JSON.parse(await ask(product, tool('get_article', { slug: 'open-letter' })));
    const [{ text }] = result.content;
    expect(text.split('\n').slice(0, 6)).toEqual([
      '# About open-letter',
      'Quire Editors; published 2026-05-01; Creative Commons Attribution 4.0',
      'URL: https://quire.test/articles/open-letter',
      'Cite as: About open-letter',
      'Standing: current',
      '',
    ]);
    expect(text.endsWith(result.structuredContent.markdown)).toBe(true);
  });

  it('finds a scheduled article from its release on, although the search was cached before', async () => {
    let now = Date.UTC(2026, 10, 20);
    const moving = makeServices(undefined, () => now);
    const server = openEndpoints(moving);
    const search = () => ask(server.product, tool('search_articles', { query: 'lighthouses' }));
    expect(await search()).not.toContain('not-yet');
    now = Date.UTC(2099, 0, 2);
    expect(await search()).toContain('not-yet');
  });
});
