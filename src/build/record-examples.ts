import { z } from 'zod';
import type { readerVariables } from '../contract/code-samples.ts';
import { errorCodes } from '../contract/error-table.ts';
import { noExamples, type RecordedExamples, type RecordedRequest } from '../contract/openapi/recorded-examples.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { ServiceError } from '../core/service-error.ts';
import { openExampleService } from './example-service.ts';

type Service = Awaited<ReturnType<typeof openExampleService>>;

interface RequestParts {
  /** In place of the parameters of the path. */
  at?: string;
  query?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

interface Recorded {
  id: OperationId;
  name: string;
  status: number;
  body: unknown;
  request: RecordedRequest;
}

type Ask = (id: OperationId, name: string, question?: RequestParts) => Promise<Record<string, unknown>>;

/** Characters of a text and items of a list that an example shows. */
const shownText = 300;
const shownItems = 3;
type ReaderVariable = (typeof readerVariables)[number];

/** Members of responses that only their caller can use, with the variable that names each in a sample. */
const readerMembers: Readonly<Partial<Record<OperationId, Readonly<Record<string, ReaderVariable>>>>> = {
  agentSubscribe: { api_key: 'KEY' },
  checkoutCreate: { id: 'SESSION' },
  oauthToken: { access_token: 'ACCESS_TOKEN' },
  oauthRegister: { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET' },
};

/** Different in every build, and long. */
const unrepeatable = new Set(['access_token', 'receipt', 'kid', 'n']);

/**
 * Sends the service of a finished build one request for each response that the API description gives an example of. No
 * example can contain a paid word: that service was given none.
 */
export async function recordExamples(
  folder: string,
  config: { BASE_URL: string; KEY_PREFIX: string },
): Promise<RecordedExamples> {
  const service = await openExampleService(folder, config);
  const recorded: Recorded[] = [];
  const variableOf = new Map<string, ReaderVariable>();
  const ask: Ask = async (id, name, parts = {}) => {
    const { request, ...received } = await send(service, id, parts);
    recorded.push({ id, name, ...received, request: nameVariables(request, variableOf) });
    const body = z.record(z.string(), z.unknown()).parse(received.body ?? {});
    for (const [member, variable] of Object.entries(readerMembers[id] ?? {})) {
      if (received.status < 300) variableOf.set(String(body[member]), variable);
    }
    return body;
  };
  if (service.services.catalogue.list().length === 0) return noExamples;
  await askAll(service, ask);
  return { responses: sortResponses(recorded), recorded: findRequests(recorded), errors: renderErrors(service) };
}

async function askAll({ services }: Service, ask: Ask): Promise<void> {
  const articles = services.catalogue.list();
  const free = articles.find(({ tier }) => tier === 'free');
  const paid = articles.find(({ tier }) => tier === 'paid');
  const query = free?.title ?? paid?.title ?? '';
  await ask('getIndex', 'index');
  await ask('listArticles', 'first-page', { query: { per_page: '1' } });
  await ask('listChanges', 'beginning', { query: { limit: '2' } });
  if (free) await ask('getArticle', 'free', { at: free.slug });
  if (paid) await ask('getArticle', 'paid-without-a-key', { at: paid.slug });
  await ask('verifyQuote', 'title', { json: { quotes: [{ quote: (free ?? paid)?.description ?? 'None.' }] } });
  const withdrawn = services.library.withdrawn.map(({ slug }) => services.urls.article(slug));
  const cited = free ? [services.urls.version(free.slug, free.versionName)] : [];
  await ask('getStanding', 'citations', {
    json: { citations: [...cited, ...withdrawn, '10.9999/elsewhere'].slice(0, 3) },
  });
  await ask('getPricing', 'price-list');
  const { api_key } = await ask('agentSubscribe', 'demo-key');
  await ask('getAccount', 'account', { headers: { authorization: `Bearer ${String(api_key)}` } });
  if (free) {
    const headers = { authorization: `Bearer ${String(api_key)}`, prefer: 'receipt' };
    const { receipt } = await ask('getArticle', 'with-a-receipt', { at: free.slug, headers });
    if (typeof receipt === 'string') await ask('redeemReceipt', 'receipt', { json: { receipt } });
  }
  await ask('askGet', 'question', { query: { query, num_results: '1', query_id: 'example' } });
  await ask('askPost', 'question', { json: { query, num_results: 1, query_id: 'example' } });
  await ask('mcpProduct', 'get_pricing', { json: rpc('tools/call', { name: 'get_pricing', arguments: {} }) });
  const search = { name: 'search_docs', arguments: { query: 'demo key', limit: 1 } };
  await ask('mcpDocs', 'search_docs', { json: rpc('tools/call', search) });
  const first = { name: 'search', arguments: { query } };
  await ask('mcpConnector', 'search', { json: rpc('tools/call', first) });
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'no/such-method' };
  const _meta = Object.fromEntries([
    ['io.modelcontextprotocol/protocolVersion', '2026-07-28'],
    ['io.modelcontextprotocol/clientCapabilities', {}],
  ]);
  const unknown = { headers, json: rpc('no/such-method', { _meta }) };
  await ask('mcpProduct', 'unknown-method', unknown);
  await ask('mcpDocs', 'unknown-method', unknown);
  await ask('mcpConnector', 'unknown-method', unknown);
  await ask('mcpProduct', 'not-json-rpc', { json: {} });
  await ask('mcpDocs', 'not-json-rpc', { json: {} });
  await ask('mcpConnector', 'not-json-rpc', { json: {} });
  for (const id of ['mcpProductListen', 'mcpProductEnd', 'mcpConnectorListen', 'mcpConnectorEnd'] as const) {
    await ask(id, 'unknown-session', { headers: { 'mcp-session-id': 'unknown' } });
  }
  await askCheckout(ask);
  await askOauth(ask, String(api_key));
}

async function askCheckout(ask: Ask): Promise<void> {
  const { id } = await ask('checkoutCreate', 'plain');
  const at = String(id);
  await ask('checkoutGet', 'plain', { at });
  await ask('checkoutUpdate', 'plain', { at, json: {} });
  await ask('checkoutComplete', 'plain', { at });
  const { id: other } = await ask('checkoutCreate', 'another');
  await ask('checkoutCancel', 'plain', { at: String(other) });
  const headers = { 'api-version': '2026-04-17', 'idempotency-key': 'example-0001' };
  await ask('checkoutCreate', 'strict', {
    headers,
    json: { line_items: [{ id: 'subscriber' }], currency: 'usd', capabilities: {} },
  });
  const payment = { handler_id: 'demo', instrument: { type: 'card', credential: { type: 'demo', token: 'any' } } };
  const steps: [OperationId, unknown][] = [
    ['checkoutUpdate', { line_items: [{ id: 'subscriber' }] }],
    ['checkoutComplete', { payment_data: payment }],
    ['checkoutCancel', {}],
  ];
  for (const [step, json] of steps) {
    await ask(step, 'closed', { at, json, headers: { ...headers, 'idempotency-key': `example-${step}` } });
  }
}

async function askOauth(ask: Ask, key: string): Promise<void> {
  const client = await ask('oauthRegister', 'client', {
    json: { client_name: 'An agent', grant_types: ['client_credentials'] },
  });
  const form = { grant_type: 'client_credentials', client_id: 'an-agent', client_secret: key, scope: 'articles:read' };
  const { access_token } = await ask('oauthToken', 'client-credentials', { form });
  const credentials = { client_id: String(client.client_id), client_secret: String(client.client_secret) };
  await ask('oauthIntrospect', 'active', { form: { token: String(access_token), ...credentials } });
  await ask('oauthRevoke', 'revoked', {
    form: { token: String(access_token), client_id: 'an-agent', client_secret: key },
  });
  await ask('oauthJwks', 'keys');
  const wrong = { client_id: credentials.client_id, client_secret: 'wrong' };
  await ask('oauthToken', 'no-grant-type', { form: { scope: 'articles:read' } });
  await ask('oauthToken', 'wrong-secret', { form: { grant_type: 'client_credentials', ...wrong } });
  for (const id of ['oauthRevoke', 'oauthIntrospect'] as const) {
    await ask(id, 'no-token', { form: credentials });
    await ask(id, 'wrong-secret', { form: { token: 'any', ...wrong } });
  }
  await ask('oauthAuthorize', 'unknown-client', { query: { client_id: 'unknown', response_type: 'code' } });
  await ask('oauthConsent', 'unknown-client', { form: { client_id: 'unknown', decision: 'allow' } });
  await ask('oauthRegister', 'bad-redirect', { json: { redirect_uris: ['http://elsewhere.example/callback'] } });
  await ask('agentAuthRegister', 'unknown-type', { json: { type: 'unknown' } });
  await ask('agentAuthRegister', 'anonymous', { json: { type: 'anonymous', requested_credential_type: 'api_key' } });
}

/** The first request of each operation that succeeded, or the first one. A key is named, not shown. */
function findRequests(recorded: readonly Recorded[]): RecordedExamples['recorded'] {
  // The receipt in its body is of one caller, and samples have no variables in JSON.
  const shownIds = recorded.filter(({ id }) => id !== 'redeemReceipt');
  return Object.fromEntries(
    [...Map.groupBy(shownIds, ({ id }) => id)].flatMap(([id, ofOperation]) => {
      const shown = ofOperation.find(({ status }) => status < 300) ?? ofOperation[0];
      return shown ? [[id, { request: shown.request, status: shown.status, body: shorten(shown.body) }]] : [];
    }),
  );
}

function sortResponses(recorded: readonly Recorded[]): RecordedExamples['responses'] {
  const byOperation = Map.groupBy(
    recorded.filter(({ body }) => body !== undefined),
    ({ id }) => id,
  );
  return Object.fromEntries(
    [...byOperation].map(([id, ofOperation]) => [
      id,
      Object.fromEntries(
        [...Map.groupBy(ofOperation, ({ status }) => status)].map(([status, ofStatus]) => [
          status,
          Object.fromEntries(ofStatus.map(({ name, body }) => [name, shorten(body)])),
        ]),
      ),
    ]),
  );
}

function rpc(method: string, params: unknown) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

async function send({ app, services }: Service, id: OperationId, parts: RequestParts) {
  const { at = '', query, json, form, headers } = parts;
  const { method, path } = operations[id];
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const request = new Request(services.urls.at(path.replace(/\{\w+\}/, at) + search), {
    method,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
  });
  const response = await app.fetch(request, { requestId: 'example' });
  const text = await response.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  const recorded: RecordedRequest = {
    method,
    target: path.replace(/\{\w+\}/, at) + search,
    headers: { ...headers },
    ...(form ? { body: { form } } : json === undefined ? {} : { body: { json } }),
  };
  return { status: response.status, body: parsed, request: recorded };
}

/** Values that an earlier response issued are useless to others, so their names replace them: `$KEY`. */
function nameVariables(request: RecordedRequest, given: ReadonlyMap<string, ReaderVariable>): RecordedRequest {
  const { target, body } = request;
  const name = (value: string) => {
    const variable = given.get(value);
    return variable ? `$${variable}` : value;
  };
  return {
    ...request,
    target: target.split('/').map(name).join('/'),
    ...(body &&
      'form' in body && {
        body: { form: Object.fromEntries(Object.entries(body.form).map(([field, value]) => [field, name(value)])) },
      }),
  };
}

/** Every error in every format, by the functions that render it for a client. */
function renderErrors({ renderers }: Service): RecordedExamples['errors'] {
  const request = new Request('http://localhost', { headers: { 'api-version': '2026-04-17' } });
  return Object.fromEntries(
    Object.entries(renderers).map(([form, render]) => [
      form,
      Object.fromEntries(
        errorCodes.map((code) => {
          const { body } = render(new ServiceError(code), { request, requestId: 'example' });
          return [code, typeof body === 'string' ? JSON.parse(body) : body];
        }),
      ),
    ]),
  );
}

/** Long texts and lists are cut: an example shows the form. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > shownText ? `${value.slice(0, shownText)}...` : value;
  if (Array.isArray(value)) return value.slice(0, shownItems).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, unrepeatable.has(name) ? '...' : shorten(member)]),
  );
}
