import { errorCatalogue } from '../../src/contract/error-table.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { parseTarget } from '../../src/server/socket/node-request.ts';
import type { WireAnswer, WireRequest } from '../support/many-callers.ts';
import { findHeaderFaults, findUndescribedHeaders } from './described-headers.ts';
import type { OperationPlace, openDocument } from './openapi-document.ts';
import { type Attempt, stranger } from './openapi-requests.ts';

type Document = ReturnType<typeof openDocument>;

/**
 * What of an answer is not as the OpenAPI document says; what is answered besides every operation, by the error
 * catalogue.
 */
export function findFaults(request: Attempt, answer: WireAnswer, document: Document): string[] {
  const { status } = answer;
  if (status >= 500) return [`${status} ${answer.body.toString('utf8').slice(0, 300)}`];
  if (!answer.headers.get('x-request-id')) return ['X-Request-Id is missing'];
  if (isStranger(answer)) return ['a host that the caller named is named'];
  const path = pathOf(request.target);
  const there = document.operations.filter((operation) => isAt(operation, path));
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const operation = there.find((candidate) => candidate.method === method);
  // A preflight is answered for every path alike.
  if (request.method === 'OPTIONS' && status === 204) return answer.raw.length === 0 ? [] : ['204 with a body'];
  if (operation) return [...findUndescribed({ request, answer, operation }, document), ...findBroken(request, status)];
  return findWrongRefusal({ request, answer, there });
}

/** Nothing that a caller writes into a header decides which addresses we name. */
function isStranger({ rawHeaders, body }: WireAnswer): boolean {
  return rawHeaders.join('\n').includes(stranger) || body.includes(stranger);
}

const pageTypes =
  /^(?:text\/(?:html|markdown|plain|event-stream)|image\/|font\/|application\/(?:json|[\w.+-]+\+(?:json|xml)|xml|x-bibtex|x-research-info-systems|octet-stream|pdf))/;
const pageStatuses = [
  200, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 410, 411, 412, 413, 414, 415, 416,
  421, 422, 429,
];

/** What is wrong with the answer at an address of a page or document, which no operation describes. */
export function findPageFaults(request: WireRequest, answer: WireAnswer, origin: string): string[] {
  const { status, headers, raw } = answer;
  if (!pageStatuses.includes(status)) return [`${status} ${answer.body.toString('utf8').slice(0, 300)}`];
  if (!headers.get('x-request-id')) return ['X-Request-Id is missing'];
  if (isStranger(answer) || headers.has('x-injected')) return ['what a caller wrote decides a header or an address'];
  if ((request.method === 'HEAD' || status === 304 || status === 204) && raw.length > 0)
    return [`${status} with a body`];
  const location = headers.get('location');
  if (location !== null && new URL(location, origin).origin !== origin) return [`leads away, to ${location}`];
  if (raw.length === 0) return [];
  return pageTypes.test(headers.get('content-type') ?? '') ? [] : [`sent as ${headers.get('content-type')}`];
}

function findUndescribed(
  about: { request: Attempt; answer: WireAnswer; operation: OperationPlace },
  document: Document,
): string[] {
  const { request, answer, operation } = about;
  const { status, headers, body } = answer;
  const described = document.findAnswer(operation, String(status));
  if (!described) return [`${status} is not described`];
  const faults = [
    ...findHeaderFaults(described.headers, headers, document),
    ...findUndescribedHeaders(described.headers, headers),
  ];
  const type = headers.get('content-type')?.split(';', 1)[0];
  if (request.method === 'HEAD' || !described.content) {
    return answer.raw.length === 0 ? faults : [...faults, `${status} has a body that is not described`];
  }
  if (!type || !(type in described.content)) return [...faults, `${status} as ${type} is not described`];
  if (type !== 'application/json') return faults;
  return [...faults, ...document.check(operation, status, JSON.parse(body.toString('utf8')))];
}

function findBroken({ expected, target }: Attempt, status: number): string[] {
  if (target.length > 8_192) return [];
  if (expected === 'accepted' && [400, 405, 406, 414, 415, 422].includes(status))
    return [`${status} for what is valid`];
  if (expected === 'refused' && status < 400) return [`${status} for what is not valid`];
  return [];
}

const codes: ReadonlySet<string> = new Set(Object.keys(errorCatalogue));
const methodsOfPages = ['GET', 'HEAD'];

/**
 * No operation: nothing is there, another method is, a page is, or the request was refused before anything was looked
 * up.
 */
function findWrongRefusal(about: { request: Attempt; answer: WireAnswer; there: readonly OperationPlace[] }): string[] {
  const { request, answer, there } = about;
  const { status, headers, body } = answer;
  if (status < 400) return methodsOfPages.includes(request.method) ? [] : [`${status} where no operation is described`];
  const allow = headers.get('allow')?.split(', ') ?? [];
  const missing = there.map(({ method }) => method.toUpperCase()).filter((method) => !allow.includes(method));
  const faults = status === 405 && missing.length > 0 ? [`Allow leaves out ${missing}`] : [];
  if (!headers.get('content-type')?.startsWith('application/json') || body.length === 0) return faults;
  const refusal: unknown = JSON.parse(body.toString('utf8'));
  // Each protocol has its own form; these two are told by what they are, the others by the catalogue.
  if (typeof refusal === 'object' && refusal !== null && !isErrorBody(refusal)) {
    return 'jsonrpc' in refusal || 'error' in refusal || 'type' in refusal ? faults : [...faults, 'an unknown form'];
  }
  const { code } = ErrorBody.parse(refusal).error;
  return codes.has(code) ? faults : [...faults, `${code} is not in the catalogue`];
}

function isErrorBody(refusal: unknown): boolean {
  return ErrorBody.safeParse(refusal).success;
}

function pathOf(target: string): string {
  const { url } = parseTarget({ method: 'GET', url: target });
  const path = url.replace(/\?.*$/s, '');
  return path.replace(/^\/api\/sandbox\/v1(?:\/api\/v1)?(?=\/|$)/, '/api/v1');
}

function isAt({ path }: OperationPlace, request: string): boolean {
  const expected = path.split('/');
  const segments = request.split('/');
  return (
    expected.length === segments.length &&
    expected.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]))
  );
}
