import fc from 'fast-check';
import type { WireRequest } from '../support/many-callers.ts';
import { mutated, pathMutations } from '../support/path-mutations.ts';
import type { OperationPlace, openDocument } from './openapi-document.ts';
import { damaged, valuesOf } from './schema-values.ts';

/** What a request may name or show, so that the generator reaches what lies behind it. */
export interface Known {
  slugs: readonly string[];
  checkouts: readonly string[];
  credentials: readonly string[];
  tags: readonly string[];
  payments: readonly string[];
}

export interface Attempt extends WireRequest {
  /** What the description says of it: it must succeed as far as its form goes, must be refused, or either. */
  expected: 'accepted' | 'refused' | 'any';
}

/** A host that only requests name. */
export const stranger = 'evil.example';

type Document = ReturnType<typeof openDocument>;
type Field = readonly [string, string];

const notNumbers = ['-1', '1.5', 'x', '1e3', '٣', '0x10', '1 '];
const oddTexts = [
  '',
  ' ',
  '99999999999999999999',
  '\u0000',
  '%',
  '__proto__',
  '💥',
  '\n',
  "' OR 1=1 --",
  '{"a":1}',
  'a'.repeat(2_000),
  '[[',
];
const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
const visible = fc.string({
  maxLength: 60,
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
});

/** Every request for an operation: as it is described, nearly so, and nothing like it. */
export function attemptsAt(operation: OperationPlace, document: Document, known: Known): fc.Arbitrary<Attempt> {
  const sound = fc
    .record({
      path: pathsOf(operation, known),
      query: soundQuery(operation, document),
      body: soundBody(operation, document),
    })
    .map(({ path, query, body }) =>
      toAttempt({ operation, path, query, body, headers: [], expected: promise(operation) }),
    );
  const wrongQuery = wrongParameter(operation).map((query) =>
    toAttempt({ operation, path: operation.path, query: [query], body: {}, headers: [], expected: 'refused' }),
  );
  const anything = fc
    .record({
      path: fc.oneof({ weight: 3, arbitrary: pathsOf(operation, known) }, mutatedPaths(operation, known)),
      query: fc.oneof(soundQuery(operation, document), anyQuery(operation)),
      body: fc.oneof(soundBody(operation, document), anyBody(operation, document)),
      headers: anyHeaders(known),
      method: fc.oneof(
        { weight: 5, arbitrary: fc.constant(operation.method.toUpperCase()) },
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
      ),
    })
    .map(({ method, ...rest }) => ({ ...toAttempt({ operation, ...rest, expected: 'any' }), method }));
  const hasTyped = typedParameters(operation).length > 0;
  return fc.oneof(
    { weight: 2, arbitrary: sound },
    { weight: 6, arbitrary: anything },
    ...(hasTyped ? [{ weight: 1, arbitrary: wrongQuery }] : []),
  );
}

/** Of reading without state the form is all there is to judge; elsewhere the values decide too. */
function promise({ method, operationId, parameters = [] }: OperationPlace): Attempt['expected'] {
  const hasState = ['oauthAuth', 'checkout', 'mcp'].some((prefix) => operationId.startsWith(prefix));
  const isRead = method === 'get' && !hasState;
  return isRead && !parameters.some(({ name }) => name === 'section' || name === 'since') ? 'accepted' : 'any';
}

function toAttempt(about: {
  operation: OperationPlace;
  path: string;
  query: readonly Field[];
  body: { type?: string; text?: string };
  headers: readonly Field[];
  expected: Attempt['expected'];
}): Attempt {
  const { operation, path, query, body, headers, expected } = about;
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const type: Field[] = body.type === undefined ? [] : [['content-type', body.type]];
  return {
    method: operation.method.toUpperCase(),
    target: search ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path,
    headers: [...type, ...headers],
    ...(body.text !== undefined && { body: body.text }),
    expected,
  };
}

function pathsOf({ path, isMirrored }: OperationPlace, { slugs, checkouts }: Known): fc.Arbitrary<string> {
  const named = path.includes('{id}') ? checkouts : slugs;
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...named) },
    fc.constantFrom('__proto__', 'constructor', 'a'.repeat(300), '0'),
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  );
  const filled = name.map((value) => path.replace(/\{\w+\}/, encode(value)));
  if (!isMirrored) return filled;
  return fc
    .tuple(filled, fc.constantFrom('', '', '/api/sandbox/v1', 'short'))
    .map(([plain, mirror]) => (mirror === 'short' ? plain.replace('/api/v1', '/api/sandbox/v1') : mirror + plain));
}

function mutatedPaths(operation: OperationPlace, known: Known): fc.Arbitrary<string> {
  return fc
    .tuple(pathsOf(operation, known), fc.constantFrom(...pathMutations), fc.nat({ max: 200 }))
    .map(([path, mutate, at]) => mutate(path, at));
}

function typedParameters({ parameters = [] }: OperationPlace) {
  return parameters.filter(({ in: place, schema }) => place === 'query' && (schema.type === 'integer' || schema.enum));
}

/** One parameter of another type than the described one; all that is required beside it is not needed to be refused. */
function wrongParameter(operation: OperationPlace): fc.Arbitrary<Field> {
  const typed = typedParameters(operation).filter(() => !operation.operationId.startsWith('oauth'));
  if (typed.length === 0) return fc.constant(['page', 'x']);
  return fc
    .tuple(fc.constantFrom(...typed), fc.constantFrom(...notNumbers))
    .map(([{ name }, value]): Field => [name, value]);
}

function soundQuery({ parameters = [] }: OperationPlace, document: Document): fc.Arbitrary<Field[]> {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const each = queries.map((parameter) => {
    const values = valuesOf(parameter.schema, document.components.schemas).filter((value) => value !== '');
    const given = values.map((value): Field[] => [[parameter.name, String(value)]]);
    return parameter.required === true ? given : fc.oneof(given, fc.constant<Field[]>([]));
  });
  return fc.tuple(...each).map((parts) => parts.flat());
}

function anyQuery({ parameters = [] }: OperationPlace): fc.Arbitrary<Field[]> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = fc.oneof(
    fc.constantFrom(...names, 'page', 'unknown', '__proto__', 'access_token', 'api_key'),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(fc.constantFrom(...oddTexts, ...notNumbers), fc.string({ maxLength: 60, unit: 'grapheme' }));
  return fc.array(fc.tuple(name, value), { maxLength: 5 });
}

interface Body {
  type?: string;
  text?: string;
}

function bodyOf({ requestBody }: OperationPlace) {
  return Object.entries(requestBody?.content ?? {})[0];
}

function soundBody(operation: OperationPlace, document: Document): fc.Arbitrary<Body> {
  const [type, content] = bodyOf(operation) ?? [];
  if (!type || !content) return fc.constant({});
  return valuesOf(content.schema, document.components.schemas).map((value) => ({ type, text: write(type, value) }));
}

function anyBody(operation: OperationPlace, document: Document): fc.Arbitrary<Body> {
  const [type = 'application/json', content] = bodyOf(operation) ?? [];
  const near = damaged(content ? valuesOf(content.schema, document.components.schemas) : fc.jsonValue());
  const text = fc.oneof(
    { weight: 4, arbitrary: near.map((value) => write(type, value)) },
    fc.constantFrom('', '{', 'null', '[]', '"x"', '\u0000', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '1e400'),
    fc.constantFrom('['.repeat(20_000), `{"a":${'{"a":'.repeat(5_000)}`, `{"query":"${'x'.repeat(70_000)}"}`),
    fc.constant(JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`k${at}`, at])))),
    fc.constant('x'.repeat(300_000)),
    fc.string({ maxLength: 100, unit: 'grapheme' }),
  );
  const others = ['text/plain', 'multipart/form-data', '', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'x'];
  const types = fc.oneof(
    { weight: 6, arbitrary: fc.constant(type) },
    fc.constantFrom(...others, 'application/x-www-form-urlencoded', 'application/json'),
  );
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: types, text }) },
    fc.record({ text }),
    fc.constant<Body>({}),
  );
}

function write(type: string, value: unknown): string {
  if (!type.endsWith('urlencoded')) return JSON.stringify(value) ?? '';
  if (typeof value !== 'object' || value === null) return String(value);
  return new URLSearchParams(
    Object.entries(value).map(([name, member]) => [name, typeof member === 'string' ? member : JSON.stringify(member)]),
  ).toString();
}

function anyHeaders({ credentials, payments }: Known): fc.Arbitrary<Field[]> {
  const of = (name: string, ...values: readonly string[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, visible).map((value): Field => [name, value]);
  const field = fc.oneof(
    of('authorization', ...credentials),
    of(
      'accept',
      '*/*',
      'application/json',
      'text/event-stream',
      'text/html',
      'text/markdown',
      'image/png',
      'a/b;q=0',
      ',,',
    ),
    of('accept', 'application/json, text/event-stream', 'text/html;q=1, application/json;q=0.1', '*/*;q=0'),
    of('accept-encoding', 'gzip', 'br', 'identity;q=0', 'gzip;q=0, *', '*;q=0', 'zstd', 'gzip, gzip', 'br;q=2'),
    of('if-none-match', '*', '"x"', 'W/"x", "y"', '"', ',', 'x'),
    of('if-match', '*', '"x"'),
    of('if-modified-since', 'Sun, 06 Nov 2044 08:49:37 GMT', 'x'),
    of('range', 'bytes=0-9', 'bytes=-1', 'bytes=9-0', 'bytes=0-0,5-9', 'pages=1'),
    of('idempotency-key', 'one', 'two', 'a'.repeat(255), 'a'.repeat(256), 'with space'),
    of('api-version', '2026-04-17', '2020-01-01', '2026-99-99'),
    of('mcp-protocol-version', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1'),
    of('mcp-session-id', 'x'),
    of('mcp-method', 'tools/call', 'tools/list', 'x'),
    of('mcp-name', 'get_article', 'x'),
    of('payment-signature', 'e30=', 'bnVsbA==', 'W10=', '===', ...payments),
    of('x-payment', 'e30=', 'bnVsbA==', 'MQ==', ...payments),
    of('sign-in-with-x', 'e30=', 'bnVsbA==', ...payments),
    of('origin', 'null', `https://${stranger}`, 'x'),
    of('x-request-id', 'mine', 'a'.repeat(65), '{}'),
    of('content-encoding', 'gzip', 'identity', 'x'),
    of('cookie', 'reader_key=x', 'reader_key=quire_demo_00; a=b', '='),
    of('x-forwarded-for', '203.0.113.9', 'x'),
    of('x-forwarded-host', stranger),
    of('x-http-method-override', 'DELETE', 'TRACE'),
    of('x-original-url', '/api/v1/pricing', '/etc/passwd'),
    of('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x'),
    of('access-control-request-method', 'POST', 'x'),
  );
  return fc.array(field, { maxLength: 5 });
}

/** Requests for pages and documents, whose addresses no operation has. @param paths without placeholders */
export function attemptsAtPages(paths: readonly string[], known: Known): fc.Arbitrary<WireRequest> {
  const query = fc.oneof(
    fc.constant(''),
    fc
      .constantFrom(...oddTexts, ...notNumbers, ...known.tags)
      .map((value) => `?q=${encode(value)}&page=${encode(value)}`),
  );
  const path = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...paths) }, mutated(fc.constantFrom(...paths)));
  const body = fc.constantFrom(undefined, '', 'slug=x', 'key=quire_demo_00&slug=x', '{', 'x'.repeat(100_000));
  return fc
    .record({
      path,
      query,
      headers: anyHeaders(known),
      body,
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'),
    })
    .map(({ path: at, query: search, headers, body: text, method }) => ({
      method,
      target: at.includes('?') ? at : at + search,
      headers,
      ...(text !== undefined && method !== 'GET' && method !== 'HEAD' && { body: text }),
    }));
}
