import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl, postJson } from '../support/client.ts';
import { findAddresses, type Named } from './addresses.ts';

interface Seen {
  status: number;
  type: string;
  /** Anchors of a page. */
  ids: ReadonlySet<string>;
}

const seen = new Map<string, Seen>();
const named: Named[] = [];

/** Where nobody leads: what an agent or a crawler asks first. */
const starterText = [
  '/',
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemap.md',
  '/openapi.json',
  '/developers/changelog.xml',
  '/openapi.yaml',
  '/developers.md',
  '/auth.md',
  '/api/v1',
  '/api/sandbox/v1',
  '/api/v1/changes?limit=1000',
  '/ask?query=payment&mode=summarize',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/mcp/server-card.json',
  '/mcp/server.json',
  '/mcp/docs/server.json',
  '/mcp/connector/server.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/security.txt',
  '/.well-known/x402',
  '/.well-known/acp.json',
];

const toolCalls: [string, string, unknown][] = [
  ['/mcp', 'initialize', {}],
  ['/mcp', 'tools/list', {}],
  ['/mcp', 'resources/list', {}],
  ['/mcp', 'tools/call', { name: 'search_articles', arguments: { query: 'payment' } }],
  ['/mcp', 'tools/call', { name: 'get_pricing', arguments: {} }],
  ['/mcp/docs', 'initialize', {}],
  ['/mcp/connector', 'initialize', {}],
  ['/mcp/connector', 'tools/call', { name: 'search', arguments: { query: 'idempotency keys' } }],
  ['/mcp/docs', 'tools/list', {}],
  ['/mcp/docs', 'resources/list', {}],
  ['/mcp/docs', 'tools/call', { name: 'search_docs', arguments: { query: 'how do I get a key', limit: 10 } }],
  ['/mcp/docs', 'tools/call', { name: 'search_docs', arguments: { query: 'prices and terms', limit: 10 } }],
  ...['/auth.md', '/developers.md', '/pricing.md', '/why.md'].map((path): [string, string, unknown] => [
    '/mcp/docs',
    'tools/call',
    { name: 'read_doc', arguments: { path } },
  ]),
];

/** Takes a POST and nothing else, or ends a session: named, and not to be fetched. */
const endpoints =
  /^\/(?:mcp(?:\/(?:docs|connector))?|checkout_sessions(?:\/cs_\w+(?:\/complete|\/cancel)?)?|ask|unlock|sign-out|agent\/auth\/(?:token|register|revoke|introspect|claim|authorize)|api\/(?:sandbox\/)?v1\/(?:agent\/subscribe|verify|standing|receipts\/redeem))$/;
/** Each is a page, a document or an answer of its own: enough of them is followed. */
const most = 1_500;

beforeAll(async () => {
  const waiting: string[] = [];
  const take = (found: Named[]) => {
    named.push(...found);
    waiting.push(...found.map(({ address }) => withoutFragment(address)));
  };
  take(starterText.map((path) => ({ address: baseUrl + path, by: 'the beginning' })));
  for (const [path, method, params] of toolCalls) {
    const answer = await postJson(path, { jsonrpc: '2.0', id: 1, method, params });
    const about = { url: `${baseUrl}${path}`, type: 'application/json', text: await answer.text(), link: null };
    take(findAddresses(about, baseUrl).map((found) => ({ ...found, by: `${method} ${JSON.stringify(params)}` })));
  }
  for (let address = waiting.pop(); address !== undefined && seen.size < most; address = waiting.pop()) {
    if (!seen.has(address)) take(await visit(address));
  }
}, 300_000);

async function visit(address: string): Promise<Named[]> {
  const isEndpoint = endpoints.test(new URL(address).pathname);
  const answer = await fetch(address, { method: isEndpoint ? 'OPTIONS' : 'GET', redirect: 'follow' });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const text = /^(?:text\/|application\/)/.test(type) && !/octet|wasm/.test(type) ? await answer.text() : '';
  const document = type === 'text/html' ? new JSDOM(text).window.document : undefined;
  const ids = [...(document?.querySelectorAll('[id]') ?? [])].map(({ id }) => id);
  seen.set(address, { status: answer.status, type, ids: new Set([...ids, ...headingsOf(type, text)]) });
  if (!answer.ok && answer.status !== 402) return [];
  // A stylesheet, a script or a feed item's text names addresses in a language of its own.
  if (/css|javascript|font|image|text\/event-stream/.test(type)) return [];
  return findAddresses({ url: address, type, text, document, link: answer.headers.get('link') }, baseUrl);
}

/** A markdown document is cited by its headings, as its page has them. */
function headingsOf(type: string, text: string): string[] {
  if (type !== 'text/markdown') return [];
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[`*]/g, '')
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? address;
}

const tell = (found: readonly Named[]) => [
  ...new Set(found.map(({ address, by, type }) => `${by} -> ${address} ${type ?? ''}`)),
];

describe('every address that any page, document, feed, header, API or tool answer names', () => {
  it('is reached, and they are many', () => {
    expect(seen.size).toBeGreaterThan(150);
    expect(seen.size).toBeLessThan(most);
  });

  it('answers', () => {
    const dead = named.filter(({ address, by }) => {
      const status = seen.get(withoutFragment(address))?.status ?? 0;
      const isAnswered = (status >= 200 && status < 300) || status === refusalOf(address) || isSaidToBeGone(status, by);
      return !isAnswered && !isSaidToBeMissing(address);
    });
    expect(tell(dead)).toEqual([]);
  });

  it('has the media type that is claimed for it', () => {
    const wrong = named.filter(({ address, type }) => {
      const is = seen.get(withoutFragment(address))?.type;
      return type !== undefined && is !== undefined && is !== '' && type !== is && !isScript(type);
    });
    expect(tell(wrong)).toEqual([]);
  });

  it('has the place that its fragment names', () => {
    const missing = named.filter(({ address }) => {
      const fragment = decodeURIComponent(new URL(address).hash.slice(1));
      const place = seen.get(withoutFragment(address));
      if (fragment === '' || !place || !/html|markdown/.test(place.type)) return false;
      return !place.ids.has(fragment) && !isIdentifier(fragment);
    });
    expect(tell(missing)).toEqual([]);
  });
});

/** What is sold and what is protected is there, and says so. */
function refusalOf(address: string): number {
  return address.endsWith('/agent/account') ? 401 : 402;
}

/** The example of a citation's standing, in the API description and its page, names an article that was withdrawn. */
function isSaidToBeGone(status: number, by: string): boolean {
  return (
    status === 410 && /\/(?:openapi(?:\.json|\.yaml|\/\w+\.json)|developers\/reference-evidence(?:\.md)?)$/.test(by)
  );
}

/** The documentation shows what an address without an article answers. */
function isSaidToBeMissing(address: string): boolean {
  return address.endsWith('/no-such-article');
}

/** `type="module" and the like are no claim about bytes. */
function isScript(type: string): boolean {
  return !type.includes('/');
}

/** JSON-LD names things, not places, by these. */
function isIdentifier(fragment: string): boolean {
  return ['organization', 'website'].includes(fragment);
}
