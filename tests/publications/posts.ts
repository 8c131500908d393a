import type { Heard } from './crawl.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const strict = { ...json, 'api-version': '2026-04-17', authorization: 'Bearer agent', 'idempotency-key': 'a' };

interface Question {
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

function callTool(method: string, params: Record<string, unknown> = {}): Omit<Question, 'path'> {
  return { headers: json, body: { jsonrpc: '2.0', id: 1, method, params } };
}

const tools = ['initialize', 'server/discover', 'tools/list', 'resources/list', 'prompts/list', 'no/such'];

const client = { client_name: 'Reader', redirect_uris: ['http://127.0.0.1:7777/back'] };

/** What programs post, and what they get when they do it wrong. */
const questions: readonly Question[] = [
  { path: '/api/v1/agent/subscribe' },
  { path: '/api/v1/agent/subscribe', headers: json, body: { plan: 'subscriber' } },
  { path: '/api/sandbox/v1/agent/subscribe', headers: json, body: { plan: 'a plan nobody named' } },
  { path: '/api/v1/agent/subscribe', headers: json, body: { plan: 7 } },
  { path: '/api/v1/articles' },
  { path: '/api/v1/verify', headers: json, body: { quotes: [{ quote: 'article' }] } },
  { path: '/api/v1/standing', headers: json, body: { citations: ['no-such-article'] } },
  { path: '/api/v1/receipts/redeem', headers: json, body: { receipt: 'nothing' } },
  { path: '/ask', headers: json, body: { query: 'article' } },
  { path: '/ask', headers: json, body: {} },
  ...['/mcp', '/mcp/docs', '/mcp/connector'].flatMap((path) => tools.map((method) => ({ path, ...callTool(method) }))),
  { path: '/mcp', ...callTool('tools/call', { name: 'search_articles', arguments: { query: 'article' } }) },
  { path: '/mcp', ...callTool('tools/call', { name: 'get_pricing', arguments: {} }) },
  { path: '/mcp', ...callTool('tools/call', { name: 'no_such_tool', arguments: {} }) },
  { path: '/mcp/connector', ...callTool('tools/call', { name: 'search', arguments: { query: 'article' } }) },
  { path: '/mcp/docs', ...callTool('tools/call', { name: 'search_docs', arguments: { query: 'key' } }) },
  {
    path: '/mcp',
    headers: { ...json, authorization: 'Bearer wrong' },
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  },
  { path: '/agent/auth', headers: json, body: { type: 'anonymous' } },
  { path: '/agent/auth/register', headers: json, body: client },
  { path: '/agent/auth/register', headers: json, body: {} },
  { path: '/agent/auth/token', headers: form, body: 'grant_type=client_credentials' },
  { path: '/agent/auth/introspect', headers: form, body: 'token=nothing' },
  { path: '/agent/auth/revoke', headers: form, body: 'token=nothing' },
  { path: '/checkout_sessions', headers: json, body: {} },
  { path: '/checkout_sessions', headers: json, body: 'no json' },
  { path: '/checkout_sessions', headers: strict, body: { items: [{ id: 'subscriber' }] } },
  { path: '/checkout_sessions', headers: { ...strict, 'idempotency-key': 'b' }, body: { items: [{ id: 'nothing' }] } },
  { path: '/unlock', headers: form, body: 'slug=none' },
  { path: '/nothing-here' },
];

/**
 * Posts to a publication what a program would, and buys in it: every answer with its headers.
 * @param paid slug of an article to get the terms of, if there is one
 */
export async function postAll(base: string, paid: string | undefined): Promise<Heard[]> {
  const sold =
    paid === undefined
      ? []
      : [{ path: '/mcp', ...callTool('tools/call', { name: 'get_article', arguments: { slug: paid } }) }];
  const heard: Heard[] = [];
  for (const { path, headers = {}, body } of [...questions, ...sold]) {
    const isWritten = body === undefined || typeof body === 'string';
    const text = isWritten ? body : JSON.stringify(body);
    const init = { method: 'POST', headers, redirect: 'manual', ...(text !== undefined && { body: text }) } as const;
    const answer = await hear(base, path, init);
    heard.push(answer);
    const session = path === '/checkout_sessions' ? /"id":"(cs_[^"]+)"/.exec(answer.body)?.[1] : undefined;
    if (session !== undefined) {
      const to = `${path}/${session}/complete`;
      const payment_data = { purchase_order_number: 'PO-1' };
      const once = { ...headers, 'idempotency-key': 'c' };
      heard.push(await hear(base, to, { method: 'POST', headers: once, body: JSON.stringify({ payment_data }) }));
    }
  }
  if (paid !== undefined) {
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    heard.push(await hear(base, `/api/v1/articles/${paid}`), await hear(base, `/api/v1/articles/${paid}`, wrong));
  }
  return heard;
}

async function hear(base: string, path: string, init: RequestInit = {}): Promise<Heard> {
  const answer = await fetch(base + path, init);
  const type = answer.headers.get('content-type') ?? '';
  // x402 packs its terms as base64.
  const terms = Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString();
  const headers = JSON.stringify([...answer.headers]) + terms;
  const request = `${init.method ?? 'GET'} ${path}`;
  return { path: request, from: 'a program', status: answer.status, type, headers, body: await answer.text() };
}
