import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from '../error-table.ts';
import type { ErrorFormat, Operation, ResponseSpec } from '../operation.ts';
import { AcpError } from '../schemas-acp.ts';
import { ErrorBody } from '../schemas-errors.ts';
import { McpResponse } from '../schemas-mcp.ts';
import { OauthErrorBody } from '../schemas-oauth.ts';
import { echoedByAcp, receipts } from './header-components.ts';
import type { RecordedExamples } from './recorded-examples.ts';

/** Errors that any operation can return once it was found, in its own format. */
const byAnyOperation: readonly ErrorCode[] = ['invalid_request', 'not_acceptable', 'rate_limited', 'internal_error'];

/** Errors before routing, always in the specification's format. 404 and 405 belong to no operation. */
const beforeRouting: readonly ErrorCode[] = [
  'request_timeout',
  'uri_too_long',
  'expectation_failed',
  'misdirected_request',
  'headers_too_large',
];

/** Statuses of errors that occur before there is a request. */
export const unreadStatuses = [errorCatalogue.request_timeout.status, errorCatalogue.headers_too_large.status];

/** Statuses that each operation describes by itself; the others share its `default`, and `x-error-codes` names them. */
const ownStatuses: ReadonlySet<number> = new Set([401, 403, 404, 409, 410, 429, 503]);

export type AnyErrorFormat = 'rest' | ErrorFormat;

const schemas = {
  rest: ErrorBody,
  jsonrpc: McpResponse,
  oauth: OauthErrorBody,
  acp: z.union([ErrorBody, AcpError]),
} as const satisfies Record<AnyErrorFormat, z.ZodType>;

/** The errors of an operation with one status: they share a response, which is a component. */
export interface ErrorResponse {
  status: number;
  format: AnyErrorFormat;
  codes: readonly ErrorCode[];
}

/** All of an operation, by status, but those that its table describes in words of its own. */
export function listErrorResponses({ method, errors, errorFormat, responses }: Operation): ErrorResponse[] {
  // A preflight has the same response for every path: only errors before routing can occur.
  const own = method === 'OPTIONS' ? [] : new Set([...errors, ...byAnyOperation]);
  const described = [...toErrorResponses(beforeRouting, 'rest'), ...toErrorResponses(own, errorFormat ?? 'rest')];
  return described.filter(({ status }) => !(status in responses));
}

function toErrorResponses(codes: Iterable<ErrorCode>, format: AnyErrorFormat): ErrorResponse[] {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  return [...byStatus].map(([status, ofStatus]) => ({ status, format, codes: ofStatus }));
}

/**
 * Name of a component: `rate_limited`, `oauth_rate_limited`, and `invalid_request.missing_query` for several errors.
 */
export function errorComponentName(format: AnyErrorFormat, ...codes: readonly ErrorCode[]): string {
  const name = codes.join('.');
  return format === 'rest' ? name : `${format}_${name}`;
}

/** Whether the `default` response of an operation describes an error. */
export function isDefault({ status }: Pick<ErrorResponse, 'status'>): boolean {
  return !ownStatuses.has(status);
}

/** Name of the component that operations with an error format refer to as `default`. */
export function defaultComponentName(format: AnyErrorFormat): string {
  return format === 'rest' ? 'error' : `${format}_error`;
}

/** Codes of the `default` response of every operation. */
export const commonCodes: readonly ErrorCode[] = [...byAnyOperation, ...beforeRouting].filter((code) =>
  isDefault(errorCatalogue[code]),
);

/** The `default` response of the operations with one error format. */
export function toDefaultSpec(format: AnyErrorFormat): ResponseSpec {
  // Errors before routing have the specification's format.
  if (format !== 'rest') {
    const description = 'As `error`, in the format of the protocol once the operation is known.';
    return { description, schema: format === 'acp' ? schemas.acp : z.union([schemas[format], ErrorBody]) };
  }
  const description = `Any operation: ${commonCodes.join(', ')}. Others are in its x-error-codes.`;
  return { description, schema: ErrorBody };
}

function describeCodes(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join(' ');
}

/** Describes an error response as the table would: its codes in backticks, each with its sentence. */
export function toErrorResponseSpec({ format, codes }: ErrorResponse): ResponseSpec {
  // Bytes that cannot be parsed as a request are rejected before the operation and its error format are known.
  const isEither = format !== 'rest' && codes.includes('invalid_request');
  return {
    description: describeCodes(codes),
    schema: isEither ? z.union([schemas[format], ErrorBody]) : schemas[format],
    ...(codes.includes('idempotency_in_flight') && {
      headers: { 'Retry-After': 'Seconds to wait. Sent with `idempotency_in_flight`.' },
    }),
  };
}

/** Names of the headers that come with it, in addition to those of every response. */
export function listErrorHeaders({ status, format, codes }: ErrorResponse): string[] {
  return [
    ...(format === 'acp' ? echoedByAcp : []),
    ...(codes.includes('payment_id_reused') ? receipts : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
  ];
}

/** The body of an error that the service returned while this release was built; undefined when there is none. */
export function findExample({ errors }: RecordedExamples, format: AnyErrorFormat, code: ErrorCode): unknown {
  return errors[format]?.[code];
}
