import type { z } from 'zod';
import type { ErrorCode } from '../../src/contract/error-table.ts';
import { type Operation, toSandboxPath } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';

type Operations = typeof operations;
type Ok<Id extends OperationId> = Operations[Id] extends {
  responses: { 200: { schema: infer Schema extends z.ZodType } };
}
  ? z.infer<Schema>
  : undefined;

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The service said no. `code` is one of the catalogue; undefined where a protocol has an error shape of its own: see
 * `body`.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const error = ErrorBody.safeParse(body).data?.error;
    super(error?.message ?? `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error?.code;
    this.body = body;
  }
}

/**
 * A client whose operations and results are the contract table's: `call('getArticle', { params: { slug } })`.
 * Results are parsed against the published schema.
 * @param about.fetch defaults to the global one; pass `app.fetch` to call without a socket
 * @throws ApiError for a refusal
 */
export function createClient(about: {
  baseUrl: string;
  key?: string;
  isSandbox?: boolean;
  fetch?: (request: Request) => Promise<Response>;
}) {
  const send = about.fetch ?? ((request: Request) => fetch(request));
  return {
    async call<Id extends OperationId>(id: Id, options: CallOptions = {}): Promise<Ok<Id>> {
      const operation: Operation = operations[id];
      const response = await send(buildRequest(operation, about, options));
      const body: unknown = response.status === 204 ? undefined : await response.json();
      if (!response.ok) throw new ApiError(response.status, body);
      return parseResult(operations[id], body);
    },
  };
}

function parseResult<Id extends OperationId>(operation: Operations[Id], body: unknown): Ok<Id> {
  const schema: z.ZodType<Ok<Id>> | undefined = Reflect.get(operation.responses, 200)?.schema;
  if (!schema) throw new TypeError('This operation has no JSON answer.');
  return schema.parse(body);
}

function buildRequest(
  operation: Operation,
  about: { baseUrl: string; key?: string; isSandbox?: boolean },
  options: CallOptions,
): Request {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const mirrored = about.isSandbox && operation.isMirrored ? toSandboxPath(path) : path;
  const url = new URL(about.baseUrl + mirrored);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
  return new Request(url, {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...(about.key ? { authorization: `Bearer ${about.key}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
}
