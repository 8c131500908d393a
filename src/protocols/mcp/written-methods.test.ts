import { describe, expect, it } from 'vitest';
import { callers, makeCall, makeServices, post } from '../../../tests/conformance/mcp-harness.ts';
import { soldSentence } from '../../../tests/support/library.ts';
import { toWebResponse } from '../../../tests/support/web-response.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createMcpEndpoint } from './endpoint.ts';
import { openServerFeatures } from './server.ts';
import { createServerFeatures } from './surfaces.ts';

/** The same two surfaces twice: as they are served, and with every method through the SDK. */
function openBoth(services = makeServices()) {
  const surfaces = createServerFeatures(services);
  return ([surfaces.product, surfaces.docs] as const).map((surface) => {
    const server = openServerFeatures(surface, services);
    return {
      surface,
      served: createMcpEndpoint({ services, server }),
      throughSdk: createMcpEndpoint({ services, server: { ...server, written: new Map() } }),
    };
  });
}
type Both = ReturnType<typeof openBoth>[number];

async function ask(endpoint: Both['served'], message: object, who = 'nobody'): Promise<string> {
  const call = await makeCall(post({ jsonrpc: '2.0', id: 'näm"e', ...message }), '/mcp', callers[who] ?? anonymous);
  return toWebResponse(await endpoint(call)).text();
}

/** What is new each time in a challenge, and no part of parity. */
const withoutNonce = (text: string) =>
  JSON.parse(text, (key, value) => (['nonce', 'issuedAt', 'expirationTime'].includes(key) ? '' : value));

const services = makeServices();
const [product, docs] = openBoth(services);
if (!product || !docs) throw new Error('There are two tool servers.');
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
    ['beginning', 'the-sold-part', 'nowhere'].map((section) => tool('get_article', { slug, section })),
  ),
];
const docMessages = [
  { method: 'tools/list' },
  tool('search_docs', { query: 'curl' }),
  tool('read_doc', { path: '/developers.md' }),
  tool('read_doc', { path: 'nowhere' }),
];

describe('what is written and kept', () => {
  it.each([
    ['/mcp', product, productMessages],
    ['/mcp/docs', docs, docMessages],
  ] as const)(
    'at %s equals what the SDK answers, the first time and again, whoever asks',
    async (_, both, messages) => {
      for (const message of messages) {
        // The one with every right first: what is kept for it must open nothing to the others.
        for (const who of ['whole', 'nobody', 'connected', 'whole', 'nobody']) {
          const expected = withoutNonce(await ask(both.throughSdk, message, who));
          expect(withoutNonce(await ask(both.served, message, who)), `${JSON.stringify(message)} ${who}`).toEqual(
            expected,
          );
        }
      }
    },
  );

  it('gives a kept body to nobody who may not read it', async () => {
    const message = tool('get_article', { slug: 'sold-study' });
    expect(await ask(product.served, message, 'whole')).toContain(soldSentence);
    for (const who of ['nobody', 'connected'])
      expect(await ask(product.served, message, who)).not.toContain(soldSentence);
  });

  it('says an article the same in text and in structure', async () => {
    const { result } = JSON.parse(await ask(product.served, tool('get_article', { slug: 'open-letter' })));
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
  });

  it('finds a scheduled article from its moment on, though the search was kept before it', async () => {
    let now = Date.UTC(2026, 10, 20);
    const moving = makeServices(undefined, () => now);
    const [server] = openBoth(moving);
    const search = () => ask(server?.served ?? product.served, tool('search_articles', { query: 'lighthouses' }));
    expect(await search()).not.toContain('not-yet');
    now = Date.UTC(2099, 0, 2);
    expect(await search()).toContain('not-yet');
  });
});
